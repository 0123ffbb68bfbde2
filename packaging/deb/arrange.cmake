# What Debian wants otherwise than `cmake --install` lays it out: run by cpack on the folder that it packs.

set(share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share")
execute_process(COMMAND gzip -9n "${share}/man/man1/decode-ledger.1" COMMAND_ERROR_IS_FATAL ANY)
# Debian's zsh does not look into site-functions.
file(MAKE_DIRECTORY "${share}/zsh/vendor-completions")
file(RENAME "${share}/zsh/site-functions/_decode-ledger" "${share}/zsh/vendor-completions/_decode-ledger")
file(REMOVE_RECURSE "${share}/zsh/site-functions")
