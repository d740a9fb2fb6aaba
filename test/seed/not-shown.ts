/** What the description says is not shown, and the decisions that fill it. */
type NotShown = {
  readonly where: string
  readonly what: string
  readonly decisions: readonly string[]
}

const SILENT = '0008-where-the-contract-is-silent.md'
const FILLED = '0024-what-the-description-leaves-open.md'

export const notShown: readonly NotShown[] = [
  {
    where: 'Campaign',
    what: 'fields of the articles of a campaign',
    decisions: ['0016-campaigns.md'],
  },
  { where: 'Order', what: 'fields of an order beyond its id', decisions: [FILLED] },
  { where: 'Shipping', what: 'fields of the billing object', decisions: [FILLED] },
  { where: 'History', what: 'values of the type', decisions: [FILLED] },
  {
    where: 'States',
    what: 'transitions between pending, processing and complete',
    decisions: [FILLED],
  },
  { where: 'States', what: 'transitions between results of a checkout', decisions: [FILLED] },
  { where: 'Campaigns', what: 'what is required on creation', decisions: ['0016-campaigns.md'] },
  { where: 'Campaigns', what: 'endpoints of the articles', decisions: ['0016-campaigns.md'] },
  {
    where: 'Orders',
    what: 'how an order is created',
    decisions: ['0007-orders-and-checkouts-share-a-row.md'],
  },
  { where: 'Refunds', what: 'which route is for which operation', decisions: [FILLED] },
  { where: 'Browser SDK', what: 'where the checkout id comes from', decisions: [FILLED] },
  {
    where: 'Authentication',
    what: 'how keys are issued',
    decisions: ['0009-keys.md', '0020-store-resources.md'],
  },
  { where: 'Authentication', what: 'how the sandbox is selected', decisions: [FILLED] },
  {
    where: 'Authentication',
    what: 'permissions behind 403',
    decisions: ['0020-store-resources.md'],
  },
  {
    where: 'Events',
    what: 'notifications from server to server',
    decisions: ['0011-notifications-outbox.md'],
  },
  { where: 'Errors', what: 'which endpoint raises which code', decisions: ['0021-openapi.md'] },
  { where: 'Errors', what: 'bodies of other errors than 400', decisions: [FILLED] },
  { where: 'Limits', what: 'numeric rate limits', decisions: [FILLED] },
  { where: 'Limits', what: 'page size of lists', decisions: ['0015-lists.md'] },
  { where: 'Limits', what: 'bounds of fields', decisions: [SILENT] },
  {
    where: 'Filters',
    what: 'which of contains and icontains is case-sensitive',
    decisions: ['0015-lists.md'],
  },
  { where: 'Versioning', what: 'other versions and their end', decisions: [FILLED] },
]
