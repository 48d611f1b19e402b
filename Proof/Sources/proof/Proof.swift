import Foundation

/// Proves the library in full: every row, races, random programs.
@main struct Proof {
    static func main() {
        let request: Request
        do {
            request = try Request(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("proof: error: \(error)\n".utf8))
            exit(2)
        }
        if request.wantsHelp {
            print(Request.help)
            return
        }
        request.setEnvironment()
        let report = Report()
        for floor in request.floors { floor.prove(request, report) }
        exit(report.close())
    }
}
