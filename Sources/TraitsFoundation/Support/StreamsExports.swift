// One import is enough for a file that used Combine and Foundation together.
@_exported import Foundation
@_exported import TraitsStreams
