import com.google.gson.Gson
import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonPrimitive
import com.google.gson.JsonSyntaxException
import com.google.protobuf.ByteString
import converge.v1.Session.ClientMessage
import converge.v1.Session.ServerMessage
import io.grpc.Status
import io.grpc.StatusRuntimeException
import io.grpc.stub.StreamObserver
import java.util.concurrent.LinkedBlockingQueue

/** What a stream says: a message, or how it ended. */
private class Said(val message: ServerMessage?, val end: Status?)

/** Grants the first run that waits for an approval, over the session's own protocol. */
fun approve(server: Server) = again { came ->
    // So many messages of the server are held at most (C38): it waits meanwhile.
    val said = LinkedBlockingQueue<Said>(100)
    val stream = server.session.session(object : StreamObserver<ServerMessage> {
        override fun onNext(message: ServerMessage) = said.put(Said(message, null))
        override fun onError(fault: Throwable) = said.put(Said(null, Status.fromThrowable(fault)))
        override fun onCompleted() = said.put(Said(null, Status.UNAVAILABLE.withDescription("the server ended the stream")))
    })

    fun send(json: String) = stream.onNext(ClientMessage.newBuilder().setJson(ByteString.copyFromUtf8(json)).build())
    // On each new connection the handshake comes first, then a resume (C1).
    send("""{"handshake": {"request": "capabilities", "device_id": "kotlin", "app_version": "1.0.0"}}""")
    send("""{"resume": {"resume_from_seq": 0, "subscribe": true}}""")

    val proposals = HashMap<String, String>()
    var isAsked = false
    fun see(run: JsonObject) {
        val id = run.text("run_id") ?: return
        run.text("proposal_id")?.let { proposals[id] = it }
        val proposal = proposals[id] ?: return
        val waits = run.text("status") == "waiting" && run.list("waiting_for").any { it.asString.startsWith("approval from") }
        if (isAsked || !waits) return
        isAsked = true
        send("""{"control": {"control_type": "approve", "payload": {"proposal_id": ${quoted(proposal)}}}}""")
    }
    try {
        while (true) {
            val next = said.take()
            val message = next.message ?: throw StatusRuntimeException(next.end)
            came()
            // What is no message changes nothing (C37).
            val body = parsed(message.json.toStringUtf8()) ?: continue
            body.part("answer")?.let {
                println("${it.text("decision")}: ${it.text("reason")}")
                return@again
            }
            body.part("capabilities")?.text("error")?.let { throw Fault("the server did not take the handshake: $it") }
            body.part("problem")?.let { throw Fault("the server did not take it: ${it.text("detail")}") }
            body.part("snapshot")?.part("snapshot")?.list("runs")?.forEach { if (it is JsonObject) see(it) }
            val told = (body.part("delta") ?: body.part("snapshot"))?.list("events") ?: emptyList()
            for (event in told + listOfNotNull(body.part("event"))) (event as? JsonObject)?.part("payload")?.let { see(it) }
        }
    } finally {
        stream.onCompleted()
    }
}

/** A text as JSON. */
fun quoted(text: String) = JsonPrimitive(text).toString()

private fun parsed(text: String): JsonObject? = try {
    Gson().fromJson(text, JsonElement::class.java) as? JsonObject
} catch (fault: JsonSyntaxException) {
    null
}

private fun JsonObject.part(name: String): JsonObject? = get(name) as? JsonObject

private fun JsonObject.text(name: String): String? = (get(name) as? JsonPrimitive)?.asString

private fun JsonObject.list(name: String): List<JsonElement> = (get(name) as? JsonArray)?.toList() ?: emptyList()
