// Nothing is called from here: the target acts when the tests are loaded.
