# Sources made at build time: the embedded text files (src/support/embedded.h) and the version (src/support/version.h).

set(DL_GENERATED_SOURCES "")

# One .cc with every file of `folder` that matches `glob`, behind `function`.
function(dl_embed function folder glob)
  set(out "${CMAKE_BINARY_DIR}/generated/${function}.cc")
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/${glob}")
  add_custom_command(OUTPUT "${out}"
    COMMAND "${CMAKE_COMMAND}" -D "FOLDER=${CMAKE_SOURCE_DIR}/${folder}" -D "GLOB=${glob}" -D "FUNCTION=${function}"
      -D "OUT=${out}" -P "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    DEPENDS ${files} "${CMAKE_SOURCE_DIR}/cmake/embed_files.cmake"
    COMMENT "Embedding ${folder}/${glob}" VERBATIM)
  set(DL_GENERATED_SOURCES ${DL_GENERATED_SOURCES} "${out}" PARENT_SCOPE)
endfunction()

dl_embed(embedded_knowledge knowledge "*.toml")
dl_embed(embedded_rule_pages docs/rules "*.md")
dl_embed(embedded_page_parts src/report/page "*.*")

# The commit is asked for at every build and the file written when it differs, so only this one file is recompiled.
set(version_cc "${CMAKE_BINARY_DIR}/generated/version.cc")
add_custom_target(dl_version
  COMMAND "${CMAKE_COMMAND}" -D "SOURCE=${CMAKE_SOURCE_DIR}" -D "OUT=${version_cc}" -D "VERSION=${PROJECT_VERSION}" -D "DATE=${DL_VERSION_DATE}"
    -D "GRAMMAR=${DL_GRAMMAR_VERSION}" -D "TREE_SITTER=${DL_TREE_SITTER_VERSION}"
    -P "${CMAKE_SOURCE_DIR}/cmake/write_version.cmake"
  BYPRODUCTS "${version_cc}" COMMENT "" VERBATIM)
list(APPEND DL_GENERATED_SOURCES "${version_cc}")
set_source_files_properties(${DL_GENERATED_SOURCES} PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")
