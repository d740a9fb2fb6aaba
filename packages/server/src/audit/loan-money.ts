/** The ledger and the payments of the loan `l`. */

/** A condition for the rows of the order of the loan `l`. */
export const ofLoan = (alias: string): string =>
  `${alias}.store_id = l.store_id AND ${alias}.order_id = l.order_id`

const from = (debit: string, credit: string): string =>
  `coalesce(sum(p.amount) FILTER (WHERE p.debit IN (${debit}) AND p.credit = '${credit}'), 0)`
const balance = (account: string): string => `coalesce(sum(CASE WHEN p.debit = '${account}'
    THEN p.amount WHEN p.credit = '${account}' THEN -p.amount END), 0)`
const ever = (account: string): string =>
  `coalesce(sum(p.amount) FILTER (WHERE p.credit = '${account}'), 0)`
const STORE = `'uncaptured', 'store_payable'`

export const LEDGER = `SELECT ${balance('buyer_receivable')} AS ledger_receivable,
    -${balance('buyer_credit')} AS ledger_credit, ${balance('credit_loss')} AS ledger_loss,
    -${balance('interest_income')} AS ledger_interest, ${balance('cash')} AS ledger_cash,
    -${balance('buyer_fee_income')} AS ledger_fees, -${balance('late_income')} AS ledger_late,
    ${ever('interest_income')} AS interest_ever, ${ever('buyer_fee_income')} AS fees_ever,
    ${ever('late_income')} AS late_ever,
    ${from(STORE, 'buyer_receivable')} AS debt_reduced,
    ${from(STORE, 'buyer_credit')} AS credit_given, ${from(STORE, 'credit_loss')} AS loss_recovered
  FROM ledger_postings p WHERE ${ofLoan('p')}`

/** The accounts between which the entries of a kind move money. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  due: ['buyer_receivable>interest_income', 'buyer_credit>buyer_receivable'],
  late: ['buyer_receivable>late_income'],
  payment: [
    ...['cash>buyer_receivable', 'cash>buyer_credit', 'cash>credit_loss'],
    ...['buyer_fee_income>buyer_receivable', 'buyer_fee_income>buyer_credit'],
    ...['buyer_fee_income>credit_loss', 'buyer_receivable>interest_income'],
    'buyer_credit>buyer_receivable',
    // For a payment received before a late fee or interest was booked (decisions 0162, 0170).
    ...['late_income>buyer_receivable', 'interest_income>buyer_receivable'],
    ...['buyer_receivable>buyer_credit', 'buyer_receivable>credit_loss'],
  ],
  // Interest is reversed if a period that had ended early is resumed (decision 0056).
  charge_back: ['buyer_credit>cash', 'buyer_receivable>cash', 'interest_income>buyer_receivable'],
  credit_return: ['buyer_credit>cash', 'buyer_receivable>cash'],
  failed_return: ['cash>buyer_credit'],
  withdrawal: [
    ...['buyer_receivable>interest_income', 'buyer_fee_income>buyer_receivable'],
    ...['buyer_fee_income>buyer_credit', 'buyer_fee_income>credit_loss'],
  ],
  write_off: ['credit_loss>buyer_receivable'],
  waiver: ['interest_income>buyer_receivable', 'late_income>buyer_receivable'],
  write_off_undo: ['buyer_receivable>credit_loss', 'buyer_credit>buyer_receivable'],
}
const allowed = Object.entries(MOVES)
  .flatMap(([kind, moves]) => moves.map((move) => `'${kind}:${move}'`))
  .join(', ')
export const LOAN_KINDS = Object.keys(MOVES)
  .map((kind) => `'${kind}'`)
  .join(', ')

/**
 * The amounts of each entry of the loan; postings are read once, and grouped, not once per entry.
 */
export const POSTED = `SELECT p.sequence, ${balance('cash')} AS cash,
    ${balance('credit_loss')} AS loss, -${balance('interest_income')} AS interest_income,
    -${balance('late_income')} AS late_income,
    array_agg(p.debit || '>' || p.credit) AS moves
  FROM ledger_postings p WHERE ${ofLoan('p')} GROUP BY 1`

/** The entries that moved the buyer's money. */
const ENTRIES = `SELECT n.effect_id, n.kind, m.cash, m.interest_income, coalesce((
      SELECT bool_or(n.kind || ':' || move NOT IN (${allowed})) FROM unnest(m.moves) move), false)
      AS strange
  FROM ledger_entries n LEFT JOIN (${POSTED}) m ON m.sequence = n.sequence
  WHERE ${ofLoan('n')} AND n.kind IN (${LOAN_KINDS})`

const MOVED = `SELECT n.effect_id, sum(n.cash) AS cash, bool_or(n.strange) AS strange,
    max(abs(n.cash)) AS most, count(*) FILTER (WHERE n.cash <> 0) AS movements,
    coalesce(sum(n.cash) FILTER (WHERE n.kind = 'payment'), 0) AS paid,
    coalesce(-sum(n.cash) FILTER (WHERE n.kind = 'charge_back'), 0) AS charged_back,
    coalesce(-sum(n.interest_income) FILTER (WHERE n.kind = 'charge_back'), 0) AS unearned
  FROM (${ENTRIES}) n GROUP BY 1`

const SETTLED = `SELECT a.source_id,
    coalesce(sum(a.amount) FILTER (WHERE a.source = 'payment'), 0) AS settled,
    sum(a.amount) AS left_settled
  FROM allocations a WHERE ${ofLoan('a')} AND a.source IN ('payment', 'charge_back') GROUP BY 1`

/** A return is booked when it is requested, everything else when it has been received. */
const STANDS = `CASE p.kind WHEN 'return'
    THEN CASE WHEN p.state IN ('open', 'succeeded') THEN -p.amount ELSE 0 END
    WHEN 'authorisation' THEN 0
    ELSE CASE p.state WHEN 'succeeded' THEN p.amount ELSE 0 END END`

export const PAYMENTS = `SELECT coalesce(bool_or(m.strange), false) AS strange_moves,
    coalesce(sum(m.paid), 0) AS received, coalesce(sum(m.charged_back), 0) AS taken_back,
    coalesce(sum(m.unearned), 0) AS interest_unearned,
    coalesce(bool_or(coalesce(m.cash, 0) <> coalesce(${STANDS}, 0)
      OR m.movements > 0 AND m.most IS DISTINCT FROM p.amount
      OR p.state = 'charged_back' AND coalesce(m.movements, 0) < 2), false) AS payments_uneven,
    coalesce(bool_or(a.settled > coalesce(m.paid, 0) OR a.left_settled < 0), false)
      AS settled_too_much,
    coalesce(count(*) FILTER (WHERE p.state = 'open' AND p.kind = 'charge') > 1
      OR count(*) FILTER (WHERE p.state = 'open' AND p.kind = 'return') > 1, false) AS open_twice
  FROM (SELECT * FROM payments p WHERE ${ofLoan('p')}) p
    FULL JOIN (${MOVED}) m ON m.effect_id = p.id
    FULL JOIN (${SETTLED}) a ON a.source_id = coalesce(p.id, m.effect_id)`
