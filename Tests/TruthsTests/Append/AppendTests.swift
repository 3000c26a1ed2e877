import Foundation
import Testing
import TruthsTestSupport

@testable import Truths

/// The guarantees of `--ledger`: a crash leaves the old ledger or the new one, and concurrent writers lose nothing.
@Suite("Appending to a ledger")
struct AppendTests {
  @Test("twenty writers at once: every proposal is there, in one sequence that verifies")
  func concurrent() throws {
    try ParcelProject.use { directory in
      let commands = (1...20).map {
        "echo '\(ParcelProject.proposal($0))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet &"
      }
      let written = try BuiltCommand.shell(commands.joined(separator: "\n") + "\nwait", in: directory)
      #expect(written.complaints == "")
      let ledger = try String(contentsOf: directory.appending(path: "ledger.jsonl"), encoding: .utf8)
      for number in 1...20 { #expect(ledger.contains("\"parcel_id\":\"p\(number)\""), "p\(number)") }
      #expect(ledger.split(separator: "\n").count == 80)
      #expect(try BuiltCommand.shell("truths verify --ledger ledger.jsonl", in: directory).status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["ledger.jsonl", "truths"])
    }
  }

  @Test("a writer that dies while it writes leaves the ledger as it was")
  func crash() throws {
    try ParcelProject.use { directory in
      let first = try BuiltCommand.shell(
        "echo '\(ParcelProject.proposal(1))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet",
        in: directory)
      #expect(first.status == 0)
      let before = try Data(contentsOf: directory.appending(path: "ledger.jsonl"))
      // The system ends a process that writes a file past the limit, here in the middle of the new ledger.
      let died = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(2))' > p.json
        (ulimit -f 1; truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) --quiet)
        """, in: directory)
      #expect(died.status != 0)
      #expect(try Data(contentsOf: directory.appending(path: "ledger.jsonl")) == before)
      let second = try BuiltCommand.shell(
        "truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) --quiet; truths verify --ledger ledger.jsonl",
        in: directory)
      #expect(second.status == 0, "\(second)")
    }
  }

  @Test("killed at any moment: what was acknowledged is there, nothing else is left behind")
  func kills() throws {
    // `make soak` kills two thousand times; a ledger stays short, so that this is no test of long ones.
    for part in 0..<(ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 1 : 42) { try killed(from: 12 * part + 1) }
  }

  private func killed(from round: Int) throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        : > acknowledged
        for round in $(seq \(round) \(round + 11)); do
          for signal in KILL TERM INT HUP; do
            id=$round$signal
            echo '{"action": "send_parcel", "parcel_id": "'$id'"}' > $id.json
            truths run --proposal $id.json --ledger ledger.jsonl \(ParcelProject.origin) --quiet 2> /dev/null &
            sleep 0.0$(( (round * 7 + ${#signal} * 13) % 40 ))
            kill -$signal %% 2> /dev/null
            wait $! 2> /dev/null && echo $id >> acknowledged
            rm -f $id.json
          done
        done
        truths run --proposal <(echo '\(ParcelProject.proposal(1))') --ledger ledger.jsonl \(ParcelProject.origin) --quiet \
          || echo "the last did not"
        for id in $(cat acknowledged); do grep -q '"parcel_id":"'$id'"' ledger.jsonl || echo "$id is lost"; done
        tr -d '\\000' < ledger.jsonl | cmp - ledger.jsonl
        truths verify --ledger ledger.jsonl | head -1 | cut -d: -f1
        ls -A
        """, in: directory)
      #expect(result.output == "holds\nacknowledged\nledger.jsonl\ntruths\n", "\(result)")
    }
  }

  /// Writes the bytes of an append that was interrupted before its commit.
  private static func breakOff(_ name: String, as other: String, in directory: URL) throws {
    let whole = [UInt8](try Data(contentsOf: directory.appending(path: name)))
    let mark = AppendMark(at: whole.count, behind: whole.suffix(AppendMark.window))
    try Data(whole + mark.cover + Array(#"","entry_type":"fact","payload""#.utf8)).write(to: directory.appending(path: other))
  }

  @Test("an append that was broken off is left out, told, and taken away by the next")
  func brokenOff() throws {
    try ParcelProject.use { directory in
      let append = "truths run --proposal p.json --ledger"
      _ = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(1))' > p.json; \(append) whole.jsonl \(ParcelProject.origin) --quiet
        echo '\(ParcelProject.proposal(2))' > p.json; printf '%s' "$(cat whole.jsonl)" > open.jsonl
        """, in: directory)
      try Self.breakOff("whole.jsonl", as: "ledger.jsonl", in: directory)
      try Self.breakOff("open.jsonl", as: "broken.jsonl", in: directory)
      let result = try BuiltCommand.shell(
        """
        truths verify --ledger ledger.jsonl 2>&1 | head -2 | sed 's/: [0-9]* bytes/: N bytes/'
        \(append) ledger.jsonl \(ParcelProject.origin) --quiet 2> told; wc -l < told
        truths verify --ledger ledger.jsonl | head -1
        head -c $(stat -c %s whole.jsonl) ledger.jsonl | cmp - whole.jsonl
        \(append) open.jsonl \(ParcelProject.origin) --quiet; cmp open.jsonl ledger.jsonl
        \(append) broken.jsonl \(ParcelProject.origin) --quiet; cmp broken.jsonl ledger.jsonl
        """, in: directory)
      #expect(
        result.output == """
          truths: ledger.jsonl: N bytes at its end belong to an append that did not finish, and are ignored
          holds: 25 values recomputed, 1 decision repeated
          0
          holds: 48 values recomputed, 2 decisions repeated

          """, "\(result)")
    }
  }

  @Test("a zero byte in a ledger is told with its place, nothing is read and nothing is written, wherever it stands")
  func zeroBytes() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        for n in 1 2 3 4 5 6 7; do echo '{"action": "send_parcel", "parcel_id": "p'$n'"}'; done > batch.jsonl
        truths run --proposal batch.jsonl --ledger whole.jsonl \(ParcelProject.origin) --quiet
        wc -l < whole.jsonl; size=$(stat -c %s whole.jsonl); echo '\(ParcelProject.proposal(8))' > p.json
        starts=$(grep -b '' whole.jsonl | cut -d: -f1)
        try() { # Zeros at a byte of a copy, with and without what stands beside its bytes.
          cp $3 whole.jsonl ledger.jsonl; head -c $2 /dev/zero | dd of=ledger.jsonl bs=1 seek=$1 conv=notrunc status=none
          cp -a ledger.jsonl damaged.jsonl
          truths verify --ledger ledger.jsonl > out 2> err; test "$? $(wc -c < out)" = "65 0" || echo "$* verify: $(cat out)"
          line=$(($(head -c $1 whole.jsonl | wc -l) + 1))
          grep -q "^truths: ledger.jsonl:$line:[0-9]*: a zero byte" err || echo "$* told $(cat err)"
          truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) > out 2>> err
          test "$? $(wc -c < out)" = "65 0" || echo "$* append: $(cat out)"
          cmp ledger.jsonl damaged.jsonl || echo "$* changed"
        }
        for start in $starts; do try $start 1; done
        for start in $(seq 5 997 $size); do try $start 1 -a; done
        for start in $(echo "$starts" | tail -5); do try $start $((size - start)); try $start $((size - start)) -a; done
        try 0 $size; try 0 $size -a
        # What an older version left is told with what to do.
        cp whole.jsonl ledger.jsonl; printf '\\000"entry_type":"fact","payload"' >> ledger.jsonl
        truths verify --ledger ledger.jsonl 2>&1 | sed "s/ $size / SIZE /g"; grep -o 'truncate.*' err | head -1 | cut -d' ' -f1-2
        sh -c "$(truths verify --ledger ledger.jsonl 2>&1 | grep -o 'truncate.*')"; cmp ledger.jsonl whole.jsonl
        truths verify --ledger ledger.jsonl | head -1
        # A list, a context, and what a command other than these reads.
        cp whole.jsonl ledger.jsonl; printf '\\000' | dd of=ledger.jsonl bs=1 seek=0 conv=notrunc status=none
        for command in explain why replay inbox "approve x --now clock --actor {}"; do
          truths $command --ledger ledger.jsonl 2>&1
        done > told
        truths run --proposal p.json --context ledger.jsonl >> told 2>&1; cut -c1-38 told | sort -u
        """, in: directory)
      #expect(
        result.output == """
          28
          truths: ledger.jsonl:29:1: a zero byte, which no entry and no unfinished append has: the file is damaged, so it is \
          not read, and nothing is written. Restore it from a copy; if you know that nothing after byte SIZE was ever committed, \
          as after an unfinished append by an older version, cut the file there: truncate -s SIZE ledger.jsonl
          truncate -s
          holds: 163 values recomputed, 7 decisions repeated
          truths: ledger.jsonl:1:1: a zero byte,

          """, "\(result)")
    }
  }

  @Test("an append whose output cannot be printed, or that nobody reads, says what it appended, and to which file")
  func unprinted() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        run() {
          echo '{"action": "send_parcel", "parcel_id": "'$1'", "idempotency_key": "'$1'"}' > p.json
          truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) $2
        }
        run a > /dev/full; echo "full $?"
        run b >&-; echo "closed $?"
        run c '--format human' >&-; echo "human $?"
        (sleep 0.5; run d; echo "unread $?" > status) 2> told | true; cat status; cat told >&2
        for n in 1 2; do echo '{"action": "send_parcel", "parcel_id": "e'$n'"}'; done > batch.jsonl
        truths run --proposal batch.jsonl --ledger ledger.jsonl \(ParcelProject.origin) > /dev/full; echo "batch $?"
        run a > /dev/full; echo "again $?"
        run f '--fact nope'; echo "fact $?"
        run g --quiet >&-; echo "quiet $?"
        run h > /dev/null 2>&-; echo "deaf $?"
        truths verify --ledger ledger.jsonl | sed 's/^holds:.*/holds/; s/ sha256:[0-9a-f]*/ HEAD/'
        """, in: directory)
      #expect(
        result.output == """
          full 3
          closed 3
          human 3
          unread 0
          batch 3
          again 3
          fact 64
          quiet 0
          deaf 0
          holds
            head HEAD, 36 entries

          """, "\(result)")
      let told = result.complaints.split(separator: "\n").map { $0.prefix { $0 != "," } }
      #expect(
        told == [
          "truths: standard output: no space left on the device; 4 entries were appended to ledger.jsonl",
          "truths: standard output: Bad file descriptor; 4 entries were appended to ledger.jsonl",
          "truths: standard output: Bad file descriptor; 4 entries were appended to ledger.jsonl",
          "truths: standard output was not read to its end; 4 entries were appended to ledger.jsonl",
          "truths: standard output: no space left on the device; 8 entries were appended to ledger.jsonl",
          "truths: standard output: no space left on the device; nothing was appended to ledger.jsonl",
          "truths: --fact nope: no pack declares this fact type; 4 entries were appended to ledger.jsonl",
        ], "\(result)")
      #expect(result.complaints.split(separator: "\n").allSatisfy { $0.contains("and the head sha256:") })
    }
  }

  @Test("with a standard descriptor closed nothing is printed into the ledger")
  func closedDescriptors() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(1))' > p.json; truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) --quiet
        for n in 2 3 4 5; do
          echo '{"action": "send_parcel", "parcel_id": "p'$n'"}' > p.json
          flock . sleep 2 & sleep 0.2
          case $n in
            2) truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) >&- ;;
            3) truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) > out 2>&- ;;
            4) truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) <&- >&- 2>&- ;;
            5) truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) --verbose <&- > out 2>&- ;;
          esac
          wait
        done 2> /dev/null
        truths verify --ledger ledger.jsonl | head -1
        """, in: directory)
      #expect(result.output == "holds: 117 values recomputed, 5 decisions repeated\n", "\(result)")
    }
  }

  @Test("past the size that a file may have it ends with 3, the ledger as it was, and takes the next")
  func limited() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(1))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet
        before=$(cksum < ledger.jsonl)
        echo '\(ParcelProject.proposal(2))' > p.json
        (ulimit -f 2; truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin)) 2>&1; echo $?
        test "$before" = "$(cksum < ledger.jsonl)" && echo same; ls -A
        """, in: directory)
      #expect(
        result.output == """
          truths: ledger.jsonl: the file would be larger than is allowed
          3
          same
          ledger.jsonl
          p.json
          truths

          """, "\(result)")
    }
  }

  @Test("whoever waits for another writer says so, and not for ever")
  func lock() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(1))' > p.json; flock . sleep 4 & sleep 0.3
        truths run --proposal p.json --ledger ledger.jsonl \(ParcelProject.origin) --lock-timeout 2 2>&1; echo $?; ls
        """, in: directory)
      #expect(
        result.output == """
          truths: ledger.jsonl: waiting for another process that writes there
          truths: ledger.jsonl: another process has been writing there for more than 2 s; nothing is written
          3
          p.json
          truths

          """, "\(result)")
    }
  }

  @Test("a ledger keeps its mode, and a link to it stays a link")
  func place() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        mkdir kept; : > kept/ledger.jsonl; chmod 640 kept/ledger.jsonl; ln -s kept/ledger.jsonl ledger.jsonl
        echo '\(ParcelProject.proposal(1))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet
        stat -c '%a %F' kept/ledger.jsonl; stat -c %F ledger.jsonl; wc -l < kept/ledger.jsonl
        """, in: directory)
      #expect(result.output == "640 regular file\nsymbolic link\n4\n")
    }
  }

  @Test("a file keeps its owner and group, where whoever writes it may give it away", .enabled(if: geteuid() == 0))
  func owner() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        : > ledger.jsonl; chown 4711:4712 ledger.jsonl; chmod 2640 ledger.jsonl
        echo '\(ParcelProject.proposal(1))' | truths run --proposal - --ledger ledger.jsonl \(ParcelProject.origin) --quiet
        mkdir -p Fixtures/demo
        echo '{"id": "demo.a", "proposal": \(ParcelProject.proposal(1)), "expected": {"decision": "halted"}}' > Fixtures/demo/a.json
        chown 4711:4712 Fixtures/demo/a.json
        truths eval --update --quiet
        stat -c '%u:%g %a' ledger.jsonl; stat -c %u:%g Fixtures/demo/a.json; grep -c accepted Fixtures/demo/a.json
        """, in: directory)
      #expect(result.output == "4711:4712 2640\n4711:4712\n1\n", "\(result)")
    }
  }

  @Test("what is no regular file is refused and stays what it is, also behind a link")
  func noFile() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        echo '\(ParcelProject.proposal(1))' > p.json; mkfifo pipe; mkdir folder; ln -s pipe link; ln -s nothing loose
        made='pipe link folder loose'
        # Only an administrator can make a device; this one is of the kind of /dev/full.
        if mknod device c 1 7 2> /dev/null; then made="$made device"; fi
        for name in $made; do
          before=$(stat -c %F $name)
          timeout 20 truths run --proposal p.json --ledger $name \(ParcelProject.origin) 2>&1 | sed "s/$name/it/"
          echo "${PIPESTATUS[0]} $(test "$before" = "$(stat -c %F $name)" && echo kept)"
        done | sort -u
        ls -A
        """, in: directory)
      let reasons = [
        "66 kept", "truths: it: it is a device or a pipe; only a regular file can be rewritten as a whole",
        "truths: it: it is a directory", "truths: it: the symbolic link leads nowhere",
      ]
      #expect(result.output.split(separator: "\n").map(String.init).filter { !$0.isEmpty }.starts(with: reasons), "\(result)")
      #expect(result.output.contains("folder") && !result.output.contains(".pipe"))
    }
  }

  @Test("a fixture and a truth file that are pipes are not rewritten")
  func rewrittenPipes() throws {
    try ParcelProject.use { directory in
      let result = try BuiltCommand.shell(
        """
        mkfifo a.truths a.json
        (echo 'pack demo:'; echo '     summary: Parcels') > a.truths & timeout 20 truths fmt a.truths 2>&1; echo $?
        echo '{"id": "demo.a", "proposal": \(ParcelProject.proposal(1)), "expected": {"decision": "halted"}}' > a.json &
        timeout 20 truths eval a.json --update 2>&1; echo $?
        stat -c %F a.truths a.json
        """, in: directory)
      let refused = "it is a device or a pipe; only a regular file can be rewritten as a whole"
      #expect(result.output.contains("a.truths: \(refused)\n66\n"), "\(result)")
      #expect(result.output.contains("a.json: \(refused)\n66\n"), "\(result)")
      #expect(result.output.hasSuffix("fifo\nfifo\n"), "\(result)")
    }
  }
}
