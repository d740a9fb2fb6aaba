-- The part of a store's own database that its receiver needs. Yours has more columns.

CREATE TABLE IF NOT EXISTS orders (
  -- What POST /checkout answered. Keep it with the order before you send the buyer to the checkout.
  checkout_id TEXT PRIMARY KEY,
  mid TEXT NOT NULL,
  total_amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'paid', 'failed')),
  captured_amount INTEGER NOT NULL DEFAULT 0,
  refunded_amount INTEGER NOT NULL DEFAULT 0,
  -- Of the last event that was taken in: an older one that comes late changes nothing.
  sequence INTEGER NOT NULL DEFAULT 0
);

-- What has been received, and what was answered. Rows older than a month may go.
CREATE TABLE IF NOT EXISTS messages (
  id TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  received_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- What takes longer (mail, stock, shipping) is written down here and done after the answer.
CREATE TABLE IF NOT EXISTS tasks (
  message_id TEXT PRIMARY KEY,
  checkout_id TEXT NOT NULL,
  task TEXT NOT NULL
);
