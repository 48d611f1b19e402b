/// What the operators of this module are made of: stages and machines, which programs don't need to name.
public enum ExtraParts {}
