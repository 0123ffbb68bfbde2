"""The probes of bench/handlers.py: cases of tests/corpus/exceptions_trace with what becomes of the guard's fault.

Each row is (case, statements, place). The case's module is imported, then the statements run in it as a program's last
lines; IDS is one batch with ids outside of the vocabulary, LOG and LOGITS are what their names say. The place is the
line at which the fault is lost, as it stands in the case, without its markers; `line @2` is the second such line.
None: the fault is heard, and whoever fires is wrong. Where two lines lose it together, as a `with` and the context manager
that it enters, both are named and either will do. In a case with several ways, the statements choose one.

bench/handlers.py runs the statements and holds the process's exit status against the place: 0 when the fault is lost,
another one when it is heard. NOT_RUN are the rows whose end no exit status shows.
"""

BROAD = "except Exception:"
BROAD_AS = "except Exception as error:"

PROBES = [
    # Clauses, by type and by what their body does.
    ("swallow_by_broad_clause", "load_all([IDS])", BROAD),
    ("bare_except_swallows", "load_all(IDS)", "except:"),
    ("caught_by_name", "load_all(IDS)", "except HardwareFault as fault:"),
    ("tuple_constant_matches", "load_all([IDS])", "except KNOWN:"),
    ("tuple_constant_does_not_match", "load_all([IDS])", None),
    ("clause_that_cannot_match_is_quiet", "load_all([IDS])", None),
    ("specific_clause_above_is_quiet", "load_all([IDS])", None),
    ("reraise_bare", "load_all([IDS], LOG)", None),
    ("reraise_by_name", "load_all([IDS])", None),
    ("helper_that_raises", "load_all(IDS)", None),
    ("raise_in_nested_function_is_none", "load_all(IDS)", BROAD_AS),
    ("nested_try_in_handler_swallows", "load_all(IDS)", BROAD),
    ("inner_handler_reraises_outer_swallows", "main(IDS, LOG)", "except RuntimeError:"),
    ("call_in_handler_and_else_is_outside", "load_all(IDS, LOG)", None),
    ("except_group_clause", "load_all(IDS)", "except* RuntimeError as group:"),
    ("converts_and_is_heard", "load_all([IDS])", None),
    ("converts_to_another_class", "main([IDS])", "except ValueError:"),
    ("report_single_step_decode_with_guard", "step(LOGITS)", "except OverflowError:"),
    ("exit_with_failure", "main(IDS)", None),
    ("exit_with_success", "main(IDS)", BROAD_AS),
    # By the class that is asked for.
    ("isinstance_of_fault_reraises", "load_all([IDS])", None),
    ("isinstance_of_other_swallows", "load_all([IDS])", BROAD_AS),
    ("type_is_fault_reraises", "load_all([IDS])", None),
    ("type_is_base_swallows", "load_all([IDS])", BROAD_AS),
    ("match_on_class_reraises", "load_all([IDS])", None),
    ("helper_by_class_reraises", "main(IDS)", None),
    # By the message's text.
    ("marker_that_cannot_occur", "load_all(IDS)", "except RuntimeError as error:"),
    ("marker_that_occurs", "load_all(IDS)", None),
    ("marker_that_is_not_known", "load_all(IDS, ['CUDA'])", BROAD_AS),
    ("markers_by_any", "load_all(IDS)", BROAD_AS),
    ("markers_in_a_helper", "load_all(IDS)", None),
    ("message_made_by_the_class", "load_all([IDS])", None),
    ("two_needles_joined_by_or", "main(IDS, 1)", "except RuntimeError as error:"),
    ("equality_is_a_needle", "load_all(IDS)", BROAD_AS),
    ("prefix_is_a_needle", "load_all(IDS)", None),
    ("regex_is_a_needle", "load_all(IDS)", BROAD_AS),
    ("type_name_is_text_that_is_known", "load_all(IDS)", None),
    ("flag_set_by_text", "main(IDS, 'CUDA')", "except RuntimeError as error:"),
    ("report_error_told_by_equality", "step(LOG, LOGITS)", None),
    ("report_error_told_by_prefix", "step(LOG, LOGITS)", "except Exception as e:"),
    ("report_error_told_by_unknown_text", "step({'fatal': 'CUDA'}, LOGITS)", "except Exception as e:"),
    # On another condition, or later.
    ("condition_of_another_kind", "load_all(IDS, False)", BROAD),
    ("assert_in_handler", "load_all(IDS, [1])", BROAD),
    ("retry_loop_swallows", "load_all(IDS)", "except RuntimeError:"),
    ("deferred_in_list", "load_all([IDS])", None),
    ("deferred_in_attribute", "worker = Worker(); worker.run(IDS); worker.check()", None),
    ("kept_and_never_raised", "load_all([IDS])", BROAD_AS),
    ("kept_as_text_is_swallowed", "load_all([IDS])", BROAD_AS),
    # finally, suppress, with, decorators.
    ("return_in_finally", "load_all(IDS)", "finally:"),
    ("break_in_finally", "load_all([IDS])", "finally:"),
    ("finally_without_jump_is_quiet", "load_all([IDS], [LOG])", None),
    ("suppress_matches", "load_all(IDS)", "with contextlib.suppress(RuntimeError):"),
    ("suppress_does_not_match", "load_all(IDS)", None),
    ("exit_method_that_returns_true", "load_all(IDS)", ("with Quiet():", "def __exit__(self, kind, error, trace):")),
    ("exit_method_that_passes", "load_all(IDS)", None),
    ("contextmanager_that_swallows", "load_all(IDS, LOG)", ("with best_effort(log):", BROAD_AS)),
    ("contextmanager_that_passes", "load_all(IDS, LOG)", None),
    ("decorator_whose_wrapper_swallows", "main([IDS])", BROAD),
    ("decorator_whose_wrapper_passes", "main([IDS])", None),
    ("decorator_factory_whose_wrapper_swallows", "load_all([IDS])", BROAD),
    ("decorator_passes_and_its_caller_swallows", "main([IDS])", BROAD),
    ("decorated_twin_is_told_apart", "main([IDS])", None),
    ("retry_library", "load_all([IDS])", "@retry(stop=stop_after_attempt(3))"),
    # Callers.
    ("two_callers_one_swallows", "careless(IDS)", BROAD),
    ("try_beside_the_call_is_quiet", "load_all([IDS], LOG)", None),
    ("branch_not_taken_by_this_caller", "plain(IDS); main(IDS)", None),
    ("branch_taken_by_this_caller", "shown(IDS)", BROAD),
    ("given_function_in_try", "start([IDS])", BROAD),
    ("given_function_is_told_apart", "start([IDS])", None),
    ("recursion_ends", "even([IDS])", BROAD),
    ("generator_raises_where_iterated", "main([IDS])", None),
    ("generator_consumed_in_try", "main([IDS])", BROAD),
    ("generator_handed_to_a_helper", "main([IDS])", BROAD),
    # Boundaries.
    ("thread_target_is_lost", "main(IDS)", "worker = threading.Thread(target=load, args=(ids,))"),
    ("thread_subclass_run", "Loader().start()", "def run(self):"),
    ("atexit_callback_is_lost", "main()", "atexit.register(flush)"),
    ("future_asked", "main(IDS)", "except RuntimeError:"),
    ("future_asked_and_heard", "main(IDS)", None),
    ("future_never_asked", "main(IDS)", "pool.submit(load, ids)"),
    ("future_exception_raised", "main(IDS)", None),
    ("future_exception_read_and_dropped", "main(IDS)", 'print("failed", future.exception())'),
    ("futures_as_completed", "main([IDS])", BROAD),
    ("pool_map_passes", "main([IDS])", None),
    ("pool_apply_async_without_get", "main([IDS])", "pool.apply_async(load, (ids,))"),
    ("asyncio_task_awaited", "asyncio.run(main(IDS))", BROAD),
    ("asyncio_task_never_awaited", "asyncio.run(main(IDS))", "asyncio.create_task(load_later(ids))"),
    ("gather_raises", "asyncio.run(main(IDS, IDS))", None),
    (
        "gather_returns_exceptions",
        "asyncio.run(main(IDS, IDS))",
        "await asyncio.gather(load_later(first), load_later(second), return_exceptions=True)",
    ),
    ("run_in_executor_awaited", "asyncio.run(main(IDS))", "except RuntimeError:"),
]

# Both run the faulted batch again: the first for ever, the second until it gives up with an error of its own.
NOT_RUN = {"retry_loop_swallows", "retry_library"}
