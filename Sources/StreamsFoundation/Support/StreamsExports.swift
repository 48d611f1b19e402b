// One import is enough for a file that used Combine and Foundation together. The streams aren't exported here: the module `Combine`
// exports those of Combine's names alone, `TraitsFoundation` all.
@_exported import Foundation
