// Which files lie below a folder? git's own answer where there is one, since nobody else reads .gitignore as git does;
// else a walk.
#pragma once

#include "source/file_tree.h"
#include "source/source.h"

#include <string>
#include <vector>

namespace decode_ledger::source {

/// Paths are relative to the folder that was listed.
struct FileListing {
  std::vector<std::string> python_files;    ///< named *.py, whatever they turn out to be
  std::vector<std::string> project_folders; ///< hold a pyproject.toml, setup.py or setup.cfg; "." for the folder itself
  std::vector<PassedOver> closed_folders;   ///< could not be listed, and why
  std::vector<PassedOver> passed_over;
  std::vector<std::string> notes;
};

/// Lists `folder` (canonical). Left out are tools' own folders (.git, __pycache__), virtual environments, site-packages,
/// node_modules, and build and dist folders that are no packages. Links to folders are not followed, so a loop of links
/// has no end to miss. What git does not list is left out when `respect_gitignore` is set, unless git ignores `folder`
/// itself: then it was named on purpose.
FileListing list_files(const std::string &folder, bool respect_gitignore);

/// The same of a commit's files.
FileListing list_files(const std::string &folder, const FileTree &tree);

} // namespace decode_ledger::source
