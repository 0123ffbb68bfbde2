// See sync.h. The order of entries (module, scope, place in the source) decides where a new one stands.

#include "ledger/sync.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace decode_ledger::ledger {
namespace {

using decode_sites::DecodeSite;

/// Each round adds the sites inside of wrappers before their calls; wrappers are not nested deeper than this.
constexpr unsigned kMostRounds = 32;

std::string key_text(std::string_view module, std::string_view scope, std::string_view text, uint32_t nth) {
  return nth == 0 ? fmt::format("{}:{}:{}", module, scope, text) : fmt::format("{}:{}:{}#{}", module, scope, text, nth);
}

/// What the code calls the subject of an entry, whichever kind it is.
struct CodeKey {
  std::string_view module, scope, text;
  uint32_t nth = 1, of = 1;
  std::string_view fingerprint;
  SourceRange place;

  /// 0 where it is left out.
  uint32_t written_nth() const { return of > 1 ? nth : 0; }
  std::string shown() const { return key_text(module, scope, text, written_nth()); }
};

CodeKey key_of(const DecodeSite &site) {
  return {site.key.module, site.key.scope, site.key.call, site.key.nth, site.key.of, site.fingerprint, site.name_range};
}

CodeKey key_of(const KnownHandler &handler) {
  return {handler.module, handler.scope, handler.clause, handler.nth, handler.of, handler.fingerprint, handler.place};
}

std::string_view text_key(EntryKind kind) { return kind == EntryKind::Site ? "call" : "clause"; }

bool is_matched(const EntryVerdict &verdict) {
  return verdict.state == EntryState::Fits || verdict.state == EntryState::Moved;
}

// --- Order -------------------------------------------------------------------------------------------------------

/// Where an entry belongs. One that matches nothing has no place and stands behind its scope's others.
using Order = std::tuple<std::string, std::string, SourceRange>;

Order order_of(const CodeKey &key) { return {std::string(key.module), std::string(key.scope), key.place}; }

/// The entries of one kind that stay, as neighbours for new ones.
class Neighbours {
public:
  explicit Neighbours(EntryKind kind) : kind_(kind) {}
  void add(uint32_t index, Order order) { entries_.push_back({std::move(order), index}); }

  /// A ledger in order gets the new entry at its place. In one that is not, it stands behind the one that would come
  /// before it.
  NewEntry beside(const Order &order) const {
    NewEntry added;
    added.kind = kind_;
    const Entry *before = nullptr, *behind = nullptr;
    for (const Entry &entry : entries_) {
      if (entry.order <= order && (before == nullptr || before->order <= entry.order))
        before = &entry;
      if (entry.order > order && (behind == nullptr || entry.order < behind->order))
        behind = &entry;
    }
    if (const Entry *neighbour = before != nullptr ? before : behind)
      added.neighbour = EntryRef{kind_, neighbour->index};
    added.before = before == nullptr;
    return added;
  }

private:
  struct Entry {
    Order order;
    uint32_t index;
  };
  EntryKind kind_;
  std::vector<Entry> entries_;
};

std::vector<KeyValue> keys_of(EntryKind kind, const CodeKey &key) {
  std::vector<KeyValue> keys = {{"module", std::string(key.module)},
                                {"scope", std::string(key.scope)},
                                {std::string(text_key(kind)), std::string(key.text)}};
  if (key.of > 1)
    keys.push_back({"nth", std::to_string(key.nth)});
  return keys;
}

void add_fingerprint(std::vector<KeyValue> &keys, const CodeKey &key) {
  if (!key.fingerprint.empty())
    keys.push_back({"fingerprint", std::string(key.fingerprint)});
}

// --- Keys that an entry has and should have ----------------------------------------------------------------------

struct WrittenKey {
  std::string_view module, scope, text;
  uint32_t nth = 0;
  std::string_view fingerprint;
};

WrittenKey written_key(const SiteEntry &entry) {
  return {entry.key.module, entry.key.scope, entry.key.call, entry.key.nth, entry.fingerprint};
}
WrittenKey written_key(const HandlerEntry &entry) {
  return {entry.module, entry.scope, entry.clause, entry.nth, entry.fingerprint};
}

/// The keys that tie the entry to where its subject is now. The call's text is the same wherever it moves: it is part of
/// the fingerprint, and people may write it with other blanks.
std::vector<KeyValue> rekeyed(const WrittenKey &entry, const CodeKey &now) {
  std::vector<KeyValue> keys;
  if (entry.module != now.module)
    keys.push_back({"module", std::string(now.module)});
  if (entry.scope != now.scope)
    keys.push_back({"scope", std::string(now.scope)});
  if (entry.nth == 0 ? now.of > 1 : entry.nth != now.nth)
    keys.push_back({"nth", std::to_string(now.nth)});
  return keys;
}

std::string said_in(const SiteEntry &entry) {
  if (entry.status == Status::Guarded)
    return "guarded";
  if (entry.status == Status::Todo)
    return "todo";
  return fmt::format("exempt as {}, reason: {}", entry.category, entry.reason);
}

std::string said_in(const HandlerEntry &entry) { return fmt::format("reason: {}", entry.reason); }

// --- One round ---------------------------------------------------------------------------------------------------

class Round {
public:
  Round(const Ledger &ledger, const Package &package, const Verdicts &verdicts, bool prune)
      : ledger_(ledger), package_(package), verdicts_(verdicts), prune_(prune) {}

  void run() {
    for (uint32_t e = 0; e < ledger_.sites.size(); ++e)
      change_site_entry(e);
    for (uint32_t e = 0; e < ledger_.handlers.size(); ++e)
      change_handler_entry(e);
    add_sites();
  }

  Edits edits;
  std::vector<EntryChange> changes;
  size_t num_stale = 0, num_undecided = 0;

private:
  void change_site_entry(uint32_t e) {
    const SiteEntry &entry = ledger_.sites[e];
    const EntryVerdict &verdict = verdicts_.site_entries[e];
    WrittenKey written = written_key(entry);
    Order order{entry.key.module, entry.key.scope, {}};
    if (is_matched(verdict)) {
      CodeKey now = key_of(package_.sites.sites[verdict.subject]);
      order = order_of(now);
      std::vector<KeyValue> keys = rekeyed(written, now);
      EntryChange change;
      change.moved = !keys.empty();
      change.promoted = entry.status == Status::Todo && verdicts_.sites[verdict.subject].proven;
      if (change.promoted)
        keys.push_back({"status", "guarded"});
      bool is_guarded = entry.status == Status::Guarded || change.promoted;
      if (is_guarded && entry.fingerprint != now.fingerprint) {
        change.refreshed = true;
        add_fingerprint(keys, now);
      }
      change_entry({EntryKind::Site, e}, written, now, std::move(keys), std::move(change));
    } else if (verdict.state == EntryState::Stale) {
      if (drop({EntryKind::Site, e}, written, said_in(entry)))
        return;
    }
    site_neighbours_.add(e, std::move(order));
  }

  void change_handler_entry(uint32_t e) {
    const HandlerEntry &entry = ledger_.handlers[e];
    const EntryVerdict &verdict = verdicts_.handler_entries[e];
    WrittenKey written = written_key(entry);
    if (is_matched(verdict)) {
      CodeKey now = key_of(verdicts_.handlers[verdict.subject]);
      EntryChange change;
      std::vector<KeyValue> keys = rekeyed(written, now);
      change.moved = !keys.empty();
      change_entry({EntryKind::Handler, e}, written, now, std::move(keys), std::move(change));
    } else if (verdict.state == EntryState::Stale) {
      drop({EntryKind::Handler, e}, written, said_in(entry));
    }
  }

  void change_entry(EntryRef ref, const WrittenKey &written, const CodeKey &now, std::vector<KeyValue> keys,
                    EntryChange change) {
    if (keys.empty())
      return;
    change.kind = ref.kind;
    change.entry = now.shown();
    if (change.moved)
      change.was = key_text(written.module, written.scope, written.text, written.nth);
    change.place = now.place;
    changes.push_back(std::move(change));
    edits.entries[ref].set = std::move(keys);
  }

  /// False when it stays because nobody asked to prune.
  bool drop(EntryRef ref, const WrittenKey &written, std::string said) {
    if (!prune_) {
      ++num_stale;
      return false;
    }
    EntryChange change;
    change.dropped = true;
    change.kind = ref.kind;
    change.entry = key_text(written.module, written.scope, written.text, written.nth);
    change.said = std::move(said);
    changes.push_back(std::move(change));
    edits.entries[ref].drop = true;
    return true;
  }

  void add_sites() {
    std::vector<uint32_t> wanted;
    for (uint32_t s = 0; s < package_.sites.sites.size(); ++s) {
      const SiteVerdict &verdict = verdicts_.sites[s];
      if (verdict.state != SiteState::New || verdict.disputed)
        continue;
      if (verdict.proven)
        wanted.push_back(s);
      else
        ++num_undecided;
    }
    std::vector<uint32_t> ready;
    std::ranges::copy_if(wanted, std::back_inserter(ready), [&](uint32_t s) { return !waits_for_one_of(wanted, s); });
    if (ready.empty()) // wrappers that call each other
      ready = std::move(wanted);
    std::ranges::stable_sort(ready, {}, [&](uint32_t s) { return order_of(key_of(package_.sites.sites[s])); });
    for (uint32_t s : ready)
      add_site(package_.sites.sites[s]);
  }

  /// A call of a wrapper may inherit what the sites inside get.
  bool waits_for_one_of(const std::vector<uint32_t> &wanted, uint32_t call) const {
    FunctionId wrapper = package_.sites.sites[call].delegates_to;
    return wrapper && std::ranges::any_of(wanted, [&](uint32_t s) {
             return s != call && is_within(package_.sites.sites[s].function, wrapper);
           });
  }

  bool is_within(FunctionId function, FunctionId outer) const {
    while (function && function != outer)
      function = package_.model.parent_of(function);
    return function == outer;
  }

  void add_site(const DecodeSite &site) {
    CodeKey key = key_of(site);
    NewEntry added = site_neighbours_.beside(order_of(key));
    added.keys = keys_of(EntryKind::Site, key);
    added.keys.push_back({"status", "guarded"});
    add_fingerprint(added.keys, key);
    edits.added.push_back(std::move(added));
    EntryChange change;
    change.added = true;
    change.entry = key.shown();
    change.place = key.place;
    changes.push_back(std::move(change));
  }

  const Ledger &ledger_;
  const Package &package_;
  const Verdicts &verdicts_;
  bool prune_;
  Neighbours site_neighbours_{EntryKind::Site};
};

// --- Decisions ---------------------------------------------------------------------------------------------------

void add_decision(EntryEdit &edit, const Decision &decision) {
  auto put = [&](std::string_view key, const std::string &value) {
    if (value.empty())
      edit.remove.insert(std::string(key));
    else
      edit.set.push_back({std::string(key), value});
  };
  put("category", decision.category);
  put("reason", decision.reason);
  put("reviewed-by", decision.reviewed_by);
  put("reviewed-on", decision.reviewed_on);
  put("expires-on", decision.expires_on);
}

/// The entry that speaks of `subject`, by its number.
std::optional<uint32_t> entry_for(const std::vector<EntryVerdict> &entries, uint32_t subject) {
  for (uint32_t e = 0; e < entries.size(); ++e)
    if (is_matched(entries[e]) && entries[e].subject == subject)
      return e;
  return std::nullopt;
}

template <class Entry, class KeyOfSubject>
Edits decide(EntryKind kind, const std::vector<Entry> &entries, const std::vector<EntryVerdict> &verdicts,
             uint32_t subject, const Decision &decision, KeyOfSubject key_of_subject) {
  CodeKey now = key_of_subject(subject);
  EntryEdit edit;
  std::optional<uint32_t> old = entry_for(verdicts, subject);
  edit.set = old ? rekeyed(written_key(entries[*old]), now) : keys_of(kind, now);
  if (kind == EntryKind::Site)
    edit.set.push_back({"status", "exempt"});
  add_decision(edit, decision);
  add_fingerprint(edit.set, now);

  Edits edits;
  if (old) {
    edits.entries[{kind, *old}] = std::move(edit);
    return edits;
  }
  Neighbours neighbours(kind);
  for (uint32_t e = 0; e < entries.size(); ++e) {
    WrittenKey written = written_key(entries[e]);
    neighbours.add(e, is_matched(verdicts[e])
                          ? order_of(key_of_subject(verdicts[e].subject))
                          : Order{std::string(written.module), std::string(written.scope), SourceRange{}});
  }
  NewEntry added = neighbours.beside(order_of(now));
  added.keys = std::move(edit.set);
  edits.added.push_back(std::move(added));
  return edits;
}

} // namespace

Result<Synced> sync(std::string text, const Ledger &ledger, const Package &package, const JudgeOptions &options,
                    bool prune) {
  Synced synced;
  Ledger current = ledger;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    Verdicts verdicts = judge(current, package.model, package.sites, package.guards, package.traces, options);
    Round next(current, package, verdicts, prune);
    next.run();
    synced.num_stale = next.num_stale;
    synced.num_undecided = next.num_undecided;
    if (next.edits.empty())
      break;
    for (EntryChange &change : next.changes)
      synced.changes.push_back(std::move(change));
    text = apply_edits(text, next.edits);
    ReadLedger read = read_ledger(text, current.path);
    if (!read.errors.empty())
      return Failure{fmt::format("the changed ledger could not be read: {}", read.errors.front().message)};
    current = std::move(read.ledger);
  }
  synced.text = std::move(text);
  return synced;
}

std::string said_of_site(const Ledger &ledger, const Verdicts &verdicts, SiteId site) {
  std::optional<uint32_t> entry = entry_for(verdicts.site_entries, site.value);
  return entry ? said_in(ledger.sites[*entry]) : "";
}

std::string said_of_handler(const Ledger &ledger, const Verdicts &verdicts, uint32_t handler) {
  std::optional<uint32_t> entry = entry_for(verdicts.handler_entries, handler);
  return entry ? said_in(ledger.handlers[*entry]) : "";
}

Edits exempt_site(const Ledger &ledger, const Package &package, const Verdicts &verdicts, SiteId site,
                  const Decision &decision) {
  return decide(EntryKind::Site, ledger.sites, verdicts.site_entries, site.value, decision,
                [&](uint32_t s) { return key_of(package.sites.sites[s]); });
}

Edits exempt_handler(const Ledger &ledger, const Verdicts &verdicts, uint32_t handler, const Decision &decision) {
  return decide(EntryKind::Handler, ledger.handlers, verdicts.handler_entries, handler, decision,
                [&](uint32_t h) { return key_of(verdicts.handlers[h]); });
}

} // namespace decode_ledger::ledger
