# What Debian wants otherwise than `cmake --install` lays it out: run by cpack on the folder that it packs.

set(share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share")
execute_process(COMMAND gzip -9n "${share}/man/man1/decode-ledger.1" COMMAND_ERROR_IS_FATAL ANY)
# Debian's zsh does not look into site-functions.
file(MAKE_DIRECTORY "${share}/zsh/vendor-completions")
file(RENAME "${share}/zsh/site-functions/_decode-ledger" "${share}/zsh/vendor-completions/_decode-ledger")
file(REMOVE_RECURSE "${share}/zsh/site-functions")

# One entry: what changed is told by git.
execute_process(COMMAND date -u -R -d "${CPACK_DL_VERSION_DATE}" OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
set(changelog "${share}/doc/${CPACK_PACKAGE_NAME}/changelog")
file(WRITE "${changelog}" "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")
execute_process(COMMAND gzip -9n "${changelog}" COMMAND_ERROR_IS_FATAL ANY)
