// Orders follows a server, proposes and approves, over gRPC with stubs of proto/. README.md says how it is built.
//
//     orders watch ADDRESS TOKEN-FILE              tells every entry of the ledger, each once, over broken connections
//     orders order ADDRESS TOKEN-FILE ID AMOUNT    proposes an order, and waits until its run is done
//     orders approve ADDRESS TOKEN-FILE            grants what waits for this actor first
//
// ADDRESS is HOST:PORT, in clear, or https://HOST:PORT. The token is read anew for each call.

import com.google.protobuf.ByteString
import converge.v1.Context
import converge.v1.ContextServiceGrpc
import converge.v1.SessionServiceGrpc
import io.grpc.ManagedChannel
import io.grpc.Metadata
import io.grpc.Status
import io.grpc.StatusRuntimeException
import io.grpc.netty.NettyChannelBuilder
import io.grpc.stub.AbstractStub
import io.grpc.stub.MetadataUtils
import java.io.File
import java.util.concurrent.TimeUnit
import kotlin.system.exitProcess

/** The most bytes of a message of the server (C36). A snapshot is larger than the 4 MiB of the library. */
private const val LARGEST_MESSAGE = 64 shl 20

/** What another try does not mend. */
class Fault(message: String) : Exception(message)

/** A server, and whose token its calls have. */
class Server(address: String, private val tokenFile: File) {
    private val channel: ManagedChannel = NettyChannelBuilder.forTarget(address.removePrefix("https://"))
        .apply { if (address.startsWith("https://")) useTransportSecurity() else usePlaintext() }
        .maxInboundMessageSize(LARGEST_MESSAGE)
        // A server that is gone without a word is noticed; it takes one ping in 10 s.
        .keepAliveTime(30, TimeUnit.SECONDS).keepAliveTimeout(10, TimeUnit.SECONDS)
        .build()

    val context get() = known(ContextServiceGrpc.newBlockingStub(channel))
    val session get() = known(SessionServiceGrpc.newStub(channel))

    fun close() {
        channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS)
    }

    /** A stub for one call, with the token as it is now (C40). */
    private fun <S : AbstractStub<S>> known(stub: S): S {
        val key = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)
        val metadata = Metadata().apply { put(key, "Bearer " + tokenFile.readText().trim()) }
        return stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
    }
}

/**
 * Does work over broken connections: at once, then after 1, 2, 4 … 30 s (C4). Whatever came resets that. What another try does
 * not mend is thrown: a proposal at fault, a token that does not count.
 */
fun <R> again(work: (came: () -> Unit) -> R): R {
    var wait = 0L
    while (true) {
        try {
            return work { wait = 0 }
        } catch (fault: StatusRuntimeException) {
            val isTemporary = when (fault.status.code) {
                Status.Code.UNAVAILABLE, Status.Code.RESOURCE_EXHAUSTED, Status.Code.INTERNAL, Status.Code.CANCELLED -> true
                else -> false
            }
            if (!isTemporary) throw fault
            System.err.println("again in $wait s: ${fault.status.description}")
            Thread.sleep(wait * 1_000)
            wait = if (wait == 0L) 1 else minOf(wait * 2, 30)
        }
    }
}

/** Tells entries behind the last one that came (C9, C10): the sequence of a watch of everything has no gaps. */
fun watch(server: Server) {
    var last = 0L
    again { came ->
        try {
            val request = Context.WatchRequest.newBuilder().setSinceSequence(last).build()
            for (entry in server.context.watch(request)) {
                came()
                // Early facts wait for their decision and have no place in the ledger yet (server, section 13.2).
                if (entry.sequence == 0L) continue
                if (entry.sequence != last + 1) throw Fault("entry ${entry.sequence} came behind $last")
                last = entry.sequence
                println("${entry.sequence} ${entry.entryType} ${entry.actorId}")
            }
        } catch (fault: StatusRuntimeException) {
            if (fault.status.code != Status.Code.INVALID_ARGUMENT || last == 0L) throw fault
            // The ledger is another one, shorter than what was seen: everything is told anew (C44).
            last = 0
        }
        throw StatusRuntimeException(Status.UNAVAILABLE.withDescription("the server ended the stream"))
    }
}

/** Proposes under one key however often it is sent (C26, C28), and follows its run to the end. */
fun order(server: Server, id: String, amount: Int) {
    val payload = """{"action": "place_order", "order_id": ${quoted(id)}, "amount": $amount}"""
    val entry = Context.ContextEntry.newBuilder().setEntryType("proposal").setPayload(ByteString.copyFromUtf8(payload))
    val request = Context.AppendRequest.newBuilder().setEntry(entry).setIdempotencyKey("order:$id").build()
    val answer = again { server.context.append(request) }
    // What the rules reject is an answer, and no error (C33).
    println("${answer.decision}: ${answer.reason}")
    again { came ->
        val runs = server.context.watchRun(Context.WatchRunRequest.newBuilder().setRunId(answer.runId).build())
        for (run in runs) {
            came()
            println("${run.status} ${run.waitingForList.joinToString(", ")}")
            if (run.status == "converged" || run.status == "halted") return@again
        }
        throw StatusRuntimeException(Status.UNAVAILABLE.withDescription("the server ended the stream"))
    }
}

fun main(words: Array<String>) {
    if (words.size < 3) {
        System.err.println("usage: orders watch|order|approve ADDRESS TOKEN-FILE [ID AMOUNT]")
        exitProcess(64)
    }
    val server = Server(words[1], File(words[2]))
    try {
        when (words[0] to words.size) {
            "watch" to 3 -> watch(server)
            "order" to 5 -> order(server, words[3], words[4].toInt())
            "approve" to 3 -> approve(server)
            else -> throw Fault("there is no command ${words[0]} with ${words.size - 1} words")
        }
    } catch (fault: Exception) {
        System.err.println("orders: ${fault.message}")
        exitProcess(1)
    } finally {
        server.close()
    }
}
