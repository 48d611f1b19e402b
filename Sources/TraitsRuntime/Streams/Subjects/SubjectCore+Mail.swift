// Mail, from threads that subscribe, request or cancel and did not wait for the one that delivers.

import Synchronization

extension _SubjectCore {
    @inlinable
    func post(_ conduit: Conduit) {
        mailLock.lock()
        if conduit.mailIndex < 0 {
            conduit.mailIndex = mail.count
            mail.append(conduit)
        }
        mailLock.unlock()
        hasMail.store(true, ordering: .sequentiallyConsistent)
    }

    /// - Returns: whether it was there.
    @inlinable @discardableResult
    func takeBack(_ conduit: Conduit) -> Bool {
        mailLock.lock()
        defer { mailLock.unlock() }
        guard conduit.mailIndex >= 0 else { return false }
        mail[conduit.mailIndex] = nil
        conduit.mailIndex = -1
        mailHoles += 1
        if mailHoles * 2 > mail.count {
            mail.removeAll { $0 == nil }
            for (index, conduit) in mail.enumerated() { conduit!.mailIndex = index }
            mailHoles = 0
        }
        return true
    }

    /// Takes the mail if no other thread will.
    @inlinable @inline(never)
    func service() {
        while hasMail.load(ordering: .sequentiallyConsistent) {
            // If another thread delivers, it looks at the mail after it has left.
            guard let isNested = delivery.tryEnter() else { return }
            takeMail()
            if isNested { return leaveNested() }
            if hasDead { sweep() }
            delivery.exit()
        }
    }

    @inlinable
    func takeMail() {
        mailLock.lock()
        hasMail.store(false, ordering: .sequentiallyConsistent)
        let letters = mail
        mail = []
        mailHoles = 0
        for conduit in letters { conduit?.mailIndex = -1 }
        mailLock.unlock()
        for case let conduit? in letters { settle(conduit) }
    }

    /// Brings a conduit that something happened to into the state it should be in.
    @inlinable
    func settle(_ conduit: Conduit) {
        guard !conduit.isOver else {
            if conduit.listIndex >= 0 { hasDead = true } else { conduit.retire() }
            return
        }
        if let ended {
            complete(conduit, ended)
            if conduit.listIndex < 0 && conduit.isOver { conduit.retire() }
            return
        }
        if conduit.listIndex < 0 {
            conduit.insert(.listed)
            append(conduit)
        }
        if replays { sendMissed(to: conduit) }
    }

    @inlinable
    func sendMissed(to conduit: Conduit) {
        guard conduit.state.contains(.missed), conduit.takeDemand() else { return }
        conduit.remove(.missed)
        let more = conduit.onValue(conduit, load())
        if more > .none { conduit.addDemand(more) }
    }
}

// MARK: - What it shows

extension _SubjectCore: CustomStringConvertible {
    /// What the subject prints as: a mirror shows the core in the subject's place.
    @usableFromInline var description: String {
        if storesLast { return "PublishedSubject<\(Output.self)>" }
        return replays
            ? String(reflecting: CurrentValueSubject<Output, Failure>.self)
            : String(reflecting: PassthroughSubject<Output, Failure>.self)
    }
}
