package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"truths/orders/converge"
)

// message is what a session says, as far as this program reads it (sessions, section 1). Members that are not known are passed
// over.
type message struct {
	Delta *struct {
		Events []event `json:"events"`
	} `json:"delta"`
	Snapshot *struct {
		Snapshot struct {
			Runs []run `json:"runs"`
		} `json:"snapshot"`
		Events []event `json:"events"`
	} `json:"snapshot"`
	Event  *event `json:"event"`
	Answer *struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	} `json:"answer"`
	Problem *struct {
		Detail string `json:"detail"`
	} `json:"problem"`
	Capabilities *struct {
		Error string `json:"error"`
	} `json:"capabilities"`
}

type event struct {
	Type    string `json:"event_type"`
	Payload run    `json:"payload"`
}

// run has the members of a run, of its proposal and of its status that are read.
type run struct {
	RunID      string   `json:"run_id"`
	ProposalID string   `json:"proposal_id"`
	Status     string   `json:"status"`
	WaitingFor []string `json:"waiting_for"`
}

// approve grants the first run that waits for an approval, over the session's own protocol.
func (c *client) approve() error {
	return again(func(came func()) error {
		ctx, cancel, err := c.call()
		if err != nil {
			return err
		}
		defer cancel()
		stream, err := c.session.Session(ctx)
		if err != nil {
			return err
		}
		// On each new connection the handshake comes first, then a resume (C1).
		for _, text := range []string{
			`{"handshake": {"request": "capabilities", "device_id": "go", "app_version": "1.0.0"}}`,
			`{"resume": {"resume_from_seq": 0, "subscribe": true}}`,
		} {
			if err := stream.Send(&converge.ClientMessage{Json: []byte(text)}); err != nil {
				return err
			}
		}
		proposals := map[string]string{}
		asked := false
		see := func(runs ...run) error {
			for _, each := range runs {
				if each.ProposalID != "" {
					proposals[each.RunID] = each.ProposalID
				}
				proposal := proposals[each.RunID]
				waits := each.Status == "waiting" && strings.Contains(strings.Join(each.WaitingFor, " "), "approval from")
				if asked || proposal == "" || !waits {
					continue
				}
				asked = true
				control, err := json.Marshal(map[string]interface{}{"control": map[string]interface{}{
					"control_type": "approve", "payload": map[string]string{"proposal_id": proposal}}})
				if err != nil {
					return err
				}
				if err := stream.Send(&converge.ClientMessage{Json: control}); err != nil {
					return err
				}
			}
			return nil
		}
		for {
			received, err := stream.Recv()
			if err == io.EOF {
				return status.Error(codes.Unavailable, "the server ended the stream")
			}
			if err != nil {
				return err
			}
			came()
			var said message
			if json.Unmarshal(received.Json, &said) != nil {
				continue // What is no message changes nothing (C37).
			}
			var events []event
			switch {
			case said.Answer != nil:
				fmt.Printf("%s: %s\n", said.Answer.Decision, said.Answer.Reason)
				return nil
			case said.Capabilities != nil && said.Capabilities.Error != "":
				return fmt.Errorf("the server did not take the handshake: %s", said.Capabilities.Error)
			case said.Problem != nil:
				return fmt.Errorf("the server did not take it: %s", said.Problem.Detail)
			case said.Event != nil:
				events = []event{*said.Event}
			case said.Delta != nil:
				events = said.Delta.Events
			case said.Snapshot != nil:
				if err := see(said.Snapshot.Snapshot.Runs...); err != nil {
					return err
				}
				events = said.Snapshot.Events
			}
			for _, each := range events {
				if err := see(each.Payload); err != nil {
					return err
				}
			}
		}
	})
}
