/// The stages of the generator.
public enum Traitgen {}
