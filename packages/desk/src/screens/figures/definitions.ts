/** The members of each figure in the API, and its charts. */
type Unit = 'day' | 'text' | 'word' | 'store' | 'count' | 'money' | 'rate' | 'moment'

type Drawing = {
  readonly draw: 'bars' | 'lines' | 'rows' | 'stack' | 'heat'
  readonly of: readonly string[]
}

export type Definition = {
  readonly kind: 'days' | 'months' | 'present'
  readonly permission: string
  /** In the order of the table. */
  readonly members: Readonly<Record<string, Unit>>
  /** The kind of its points. */
  readonly point: string
  readonly drawings: readonly Drawing[]
}

const ofDay = { day: 'day', currency: 'text' } as const
const days = { kind: 'days', point: 'day' } as const

export const definitions = {
  volume: {
    ...days,
    permission: 'loans:read',
    members: { ...ofDay, orders: 'count', amount: 'money' },
    drawings: [
      { draw: 'bars', of: ['amount'] },
      { draw: 'bars', of: ['orders'] },
    ],
  },
  decisions: {
    ...days,
    permission: 'decisions:read',
    members: {
      ...{ day: 'day', decisions: 'count', accepted: 'count', checked: 'count' },
      ...{ refused: 'count', overturned: 'count', approval_rate: 'rate' },
    },
    drawings: [
      { draw: 'lines', of: ['approval_rate'] },
      { draw: 'bars', of: ['accepted', 'checked', 'refused'] },
    ],
  },
  refusals: {
    ...{ kind: 'days', point: 'reason', permission: 'decisions:read' },
    members: { reason: 'word', named: 'count', decisive: 'count' },
    drawings: [{ draw: 'rows', of: ['named', 'decisive'] }],
  },
  settlements: {
    ...{ kind: 'days', point: 'store', permission: 'ledger:read' },
    members: { store: 'store', currency: 'text', captured: 'money', refunded: 'money' },
    drawings: [{ draw: 'rows', of: ['captured', 'refunded'] }],
  },
  portfolio: {
    ...{ kind: 'present', point: 'bucket', permission: 'loans:read' },
    members: {
      ...{ bucket: 'word', currency: 'text', loans: 'count' },
      ...{ receivable: 'money', overdue: 'money' },
    },
    drawings: [
      { draw: 'rows', of: ['receivable', 'overdue'] },
      { draw: 'rows', of: ['loans'] },
    ],
  },
  rolls: {
    ...{ kind: 'days', point: 'before', permission: 'loans:read' },
    members: { before: 'word', after: 'word', loans: 'count' },
    drawings: [{ draw: 'heat', of: ['loans'] }],
  },
  vintages: {
    ...{ kind: 'months', point: 'month', permission: 'loans:read' },
    members: {
      ...{ month: 'text', late: 'word', currency: 'text', loans: 'count' },
      ...{ receivable: 'money', written_off: 'money' },
    },
    drawings: [{ draw: 'heat', of: ['loans'] }],
  },
  exposure: {
    ...{ kind: 'present', point: 'at_least', permission: 'people:read' },
    members: {
      ...{ at_least: 'money', below: 'money', currency: 'text' },
      ...{ persons: 'count', amount: 'money' },
    },
    drawings: [
      { draw: 'rows', of: ['persons'] },
      { draw: 'rows', of: ['amount'] },
    ],
  },
  cash: {
    ...days,
    permission: 'ledger:read',
    members: { ...ofDay, expected: 'money', received: 'money', paid: 'money' },
    drawings: [{ draw: 'lines', of: ['expected', 'received', 'paid'] }],
  },
  payouts: {
    ...days,
    permission: 'payouts:read',
    members: { ...ofDay, payouts: 'count', paid: 'money', proposed: 'money', held: 'money' },
    drawings: [{ draw: 'bars', of: ['paid', 'proposed', 'held'] }],
  },
  income: {
    ...days,
    permission: 'ledger:read',
    members: {
      ...ofDay,
      ...{ store_fees: 'money', campaigns: 'money', interest: 'money' },
      ...{ buyer_fees: 'money', late: 'money' },
    },
    drawings: [{ draw: 'bars', of: ['store_fees', 'campaigns', 'interest', 'buyer_fees', 'late'] }],
  },
  losses: {
    ...days,
    permission: 'ledger:read',
    members: { ...ofDay, written_off: 'money', recovered: 'money', waived: 'money' },
    drawings: [{ draw: 'lines', of: ['written_off', 'recovered', 'waived'] }],
  },
  approvals: {
    ...{ kind: 'days', point: 'action', permission: 'own:read' },
    members: {
      ...{ action: 'word', requests: 'count', pending: 'count', executed: 'count' },
      ...{ declined: 'count', ended: 'count', median_minutes: 'count', oldest: 'moment' },
    },
    drawings: [
      { draw: 'stack', of: ['executed', 'declined', 'pending', 'ended'] },
      { draw: 'rows', of: ['median_minutes'] },
    ],
  },
} as const satisfies Readonly<Record<string, Definition>>

export type FigureName = keyof typeof definitions

export const isFigure = (name: string): name is FigureName => Object.hasOwn(definitions, name)
