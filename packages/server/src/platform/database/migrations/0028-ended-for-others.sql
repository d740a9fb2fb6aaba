-- compatible-from: 1

-- ## Events

-- A checkout that ends because a newer one takes its name does so by the action of the newer one
-- (contract §12.1), which says nothing of the older: its event is found by the action.
CREATE INDEX events_ended ON events (action_id) WHERE type = 'checkout.updated';
