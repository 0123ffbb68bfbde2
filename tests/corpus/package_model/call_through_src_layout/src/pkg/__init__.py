# With a `src` folder, modules are named from there.
