// Orders follows a server, proposes and approves, over gRPC with stubs of proto/. README.md says how it is built.
//
//	orders watch ADDRESS TOKEN-FILE              tells every entry of the ledger, each once, over broken connections
//	orders order ADDRESS TOKEN-FILE ID AMOUNT    proposes an order, and waits until its run is done
//	orders approve ADDRESS TOKEN-FILE            grants what waits for this actor first
//
// ADDRESS is HOST:PORT, in clear and on this machine alone, or https://HOST:PORT. The token is read anew for each call.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/local"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"truths/orders/converge"
)

// largestMessage is the most bytes of a message of the server (C36). A snapshot is larger than the 4 MiB of the library.
const largestMessage = 64 << 20

type client struct {
	context   converge.ContextServiceClient
	session   converge.SessionServiceClient
	tokenFile string
}

func main() {
	words := os.Args[1:]
	if len(words) < 3 {
		fail(fmt.Errorf("usage: orders watch|order|approve ADDRESS TOKEN-FILE [ID AMOUNT]"))
	}
	c, err := dial(words[1], words[2])
	if err != nil {
		fail(err)
	}
	switch {
	case words[0] == "watch" && len(words) == 3:
		err = c.watch()
	case words[0] == "order" && len(words) == 5:
		err = c.order(words[3], words[4])
	case words[0] == "approve" && len(words) == 3:
		err = c.approve()
	default:
		err = fmt.Errorf("there is no command %q with %d words", words[0], len(words)-1)
	}
	if err != nil {
		fail(err)
	}
}

func dial(address, tokenFile string) (*client, error) {
	security := local.NewCredentials()
	if strings.HasPrefix(address, "https://") {
		address, security = strings.TrimPrefix(address, "https://"), credentials.NewTLS(nil)
	}
	connection, err := grpc.Dial(
		address, grpc.WithTransportCredentials(security),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(largestMessage)),
		// A server that is gone without a word is noticed; it takes one ping in 10 s.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}))
	if err != nil {
		return nil, err
	}
	return &client{converge.NewContextServiceClient(connection), converge.NewSessionServiceClient(connection), tokenFile}, nil
}

// call gives the context of a call, with the token as it is now (C40).
func (c *client) call() (context.Context, context.CancelFunc, error) {
	ctx, cancel := context.WithCancel(context.Background())
	token, err := os.ReadFile(c.tokenFile)
	if err != nil {
		cancel()
		return nil, nil, fmt.Errorf("no token: %w", err)
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+strings.TrimSpace(string(token))), cancel, nil
}

// again does work over broken connections: at once, then after 1, 2, 4 … 30 s (C4). Whatever came resets that.
// What another try does not mend is an error: a proposal at fault, a token that does not count.
func again(work func(came func()) error) error {
	wait := time.Duration(0)
	for {
		err := work(func() { wait = 0 })
		if err == nil || !isTemporary(err) {
			return err
		}
		fmt.Fprintf(os.Stderr, "again in %s: %s\n", wait, status.Convert(err).Message())
		time.Sleep(wait)
		wait = next(wait)
	}
}

func next(wait time.Duration) time.Duration {
	if wait == 0 {
		return time.Second
	}
	if wait *= 2; wait > 30*time.Second {
		return 30 * time.Second
	}
	return wait
}

func isTemporary(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.ResourceExhausted, codes.Internal, codes.Canceled:
		return true
	}
	return false
}

// watch tells entries behind the last one that came (C9, C10): the sequence of a watch of everything has no gaps.
func (c *client) watch() error {
	var last int64
	return again(func(came func()) error {
		ctx, cancel, err := c.call()
		if err != nil {
			return err
		}
		defer cancel()
		stream, err := c.context.Watch(ctx, &converge.WatchRequest{SinceSequence: last})
		for err == nil {
			var entry *converge.ContextEntry
			if entry, err = stream.Recv(); err != nil {
				break
			}
			came()
			// Early facts wait for their decision and have no place in the ledger yet (server, section 13.2).
			if entry.Sequence == 0 {
				continue
			}
			if entry.Sequence != last+1 {
				return fmt.Errorf("entry %d came behind %d", entry.Sequence, last)
			}
			last = entry.Sequence
			fmt.Println(entry.Sequence, entry.EntryType, entry.ActorId)
		}
		if status.Code(err) == codes.InvalidArgument && last > 0 {
			// The ledger is another one, shorter than what was seen: everything is told anew (C44).
			last = 0
			return status.Error(codes.Unavailable, "another ledger")
		}
		return err
	})
}

// order proposes under one key however often it is sent (C26, C28), and follows its run to the end.
func (c *client) order(id, amount string) error {
	number, err := strconv.Atoi(amount)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(map[string]interface{}{"action": "place_order", "order_id": id, "amount": number})
	if err != nil {
		return err
	}
	request := &converge.AppendRequest{
		Entry: &converge.ContextEntry{EntryType: "proposal", Payload: payload}, IdempotencyKey: "order:" + id}
	var answer *converge.AppendResponse
	err = again(func(func()) error {
		ctx, cancel, err := c.call()
		if err != nil {
			return err
		}
		defer cancel()
		answer, err = c.context.Append(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	// What the rules reject is an answer, and no error (C33).
	fmt.Printf("%s: %s\n", answer.Decision, answer.Reason)
	return again(func(came func()) error {
		ctx, cancel, err := c.call()
		if err != nil {
			return err
		}
		defer cancel()
		stream, err := c.context.WatchRun(ctx, &converge.WatchRunRequest{RunId: answer.RunId})
		for err == nil {
			var run *converge.RunStatus
			if run, err = stream.Recv(); err != nil {
				break
			}
			came()
			fmt.Println(run.Status, strings.Join(run.WaitingFor, ", "))
			if run.Status == "converged" || run.Status == "halted" {
				return nil
			}
		}
		return err
	})
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "orders:", err)
	os.Exit(1)
}
