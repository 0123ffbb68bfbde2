# What `cmake --install` lays out, and the .deb that cpack makes of the same. packaging/ makes the other packages of it.

include(GNUInstallDirs)

install(TARGETS decode-ledger RUNTIME)

# The program itself writes its completions and its manual page, so it must run on the machine that builds it. A build
# with a sanitizer is not for installing.
if(NOT CMAKE_CROSSCOMPILING AND NOT DL_SANITIZE)
  set(pages "${CMAKE_BINARY_DIR}/generated/pages")
  file(MAKE_DIRECTORY "${pages}")
  add_custom_command(OUTPUT "${pages}/decode-ledger.1" "${pages}/decode-ledger" "${pages}/_decode-ledger" "${pages}/decode-ledger.fish"
    COMMAND decode-ledger man > decode-ledger.1
    COMMAND decode-ledger completions bash > decode-ledger
    COMMAND decode-ledger completions zsh > _decode-ledger
    COMMAND decode-ledger completions fish > decode-ledger.fish
    DEPENDS decode-ledger WORKING_DIRECTORY "${pages}" COMMENT "Writing the manual page and the completions" VERBATIM)
  add_custom_target(dl_pages ALL DEPENDS "${pages}/decode-ledger.1")
  install(FILES "${pages}/decode-ledger.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${pages}/decode-ledger" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${pages}/_decode-ledger" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${pages}/decode-ledger.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

# The licences of what is linked into the program ask to go with it. Their texts are the ones that lie beside the
# libraries on the building machine; where a distribution keeps them elsewhere, the name has to do.
set(third_party
  "tree-sitter=${CMAKE_SOURCE_DIR}/grammars/node_modules/tree-sitter/LICENSE"
  "tree-sitter-python=${CMAKE_SOURCE_DIR}/grammars/node_modules/tree-sitter-python/LICENSE"
  "fmt=/usr/share/doc/libfmt-dev/copyright"
  "xxHash=/usr/share/doc/libxxhash-dev/copyright"
  "toml++=/usr/share/doc/libtomlplusplus-dev/copyright"
  "JSON for Modern C++=/usr/share/doc/nlohmann-json3-dev/copyright"
  "CLI11=/usr/share/doc/libcli11-dev/copyright")
if(DL_JEMALLOC_LIBRARY)
  list(APPEND third_party "jemalloc=/usr/share/doc/libjemalloc-dev/copyright")
endif()
if(DL_STATIC)
  list(APPEND third_party
    "the GNU C library=/usr/share/doc/libc6-dev/copyright" "libstdc++ and libgcc=/usr/share/doc/gcc-12-base/copyright")
endif()

file(READ "${CMAKE_SOURCE_DIR}/LICENSE" notices)
string(PREPEND notices "decode-ledger\n\n")
foreach(part IN LISTS third_party)
  string(REGEX MATCH "^([^=]+)=(.*)$" part "${part}")
  set(name "${CMAKE_MATCH_1}")
  set(text "")
  if(EXISTS "${CMAKE_MATCH_2}")
    file(READ "${CMAKE_MATCH_2}" text)
  endif()
  string(APPEND notices "\n----------------------------------------------------------------\nThe program contains ${name}.\n\n${text}")
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/copyright" CONTENT "@notices@" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/generated/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The .deb: `cpack --config build/release/CPackConfig.cmake`. Its program uses the distribution's libraries, which
# dpkg-shlibdeps looks up.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME decode-ledger)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Hold every decode of token ids against a ledger")
set(CPACK_PACKAGE_DESCRIPTION "A static check of Python packages that train or run language and speech
models: every call that turns token ids into text is known, guarded
against ids that no healthy model can emit, and the guard's error reaches
the top of the run.")
set(CPACK_PACKAGE_CONTACT "decode-ledger contributors <contributors@decode-ledger.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DL_VERSION_DATE "${DL_VERSION_DATE}")
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/packaging/deb/arrange.cmake")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS git) # it says what of a tree is to be read; without it everything is
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
