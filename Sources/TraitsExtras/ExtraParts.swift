/// The namespace of the stages and machines behind this module's operators. Programs don't need to name them.
public enum ExtraParts {}
