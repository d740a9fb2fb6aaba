/**
 * The rows of the tables of the user's description, by table, in its order. Each is proven by a
 * test in this folder.
 */
type SeedTable = {
  readonly table: string
  readonly rows: readonly string[]
}

export const seedTables: readonly SeedTable[] = [
  {
    table: 'Campaign',
    rows: [
      'id',
      'name',
      'start_date',
      'end_date',
      'interest',
      'partial',
      'num_instalments',
      'created',
    ],
  },
  {
    table: 'Order as edited',
    rows: ['id', 'shipping', 'articles', 'discount', 'currency', 'total_amount'],
  },
  {
    table: 'Shipping',
    rows: [
      'first_name',
      'last_name',
      'phone',
      'alt_phone',
      'street',
      'address_addition',
      'city',
      'state',
      'country',
      'postcode',
      'price',
      'tax_rate',
      'name',
      'discount',
    ],
  },
  {
    table: 'Article',
    rows: ['id', 'name', 'description', 'url', 'image_url', 'quantity', 'price', 'tax_rate'],
  },
  {
    table: 'Capture',
    rows: ['amount', 'id', 'created', 'refunds', 'refunded_amount', 'remaining_amount'],
  },
  {
    table: 'Void',
    rows: ['id', 'amount', 'created'],
  },
  {
    table: 'Refund of a capture',
    rows: [
      'id',
      'amount',
      'pending_amount',
      'accrual_date',
      'credit_to_customer',
      'completed',
      'completed_but_defaults',
      'created',
    ],
  },
  {
    table: 'History entry',
    rows: [
      'id',
      'amount',
      'due',
      'status',
      'type',
      'order_date',
      'currency',
      'billing',
      'shipping',
    ],
  },
  {
    table: 'Pagination envelope',
    rows: [
      'cursor',
      'cursor.after',
      'cursor.before',
      'paging',
      'paging.count',
      'paging.next',
      'paging.previous',
      'results',
    ],
  },
  {
    table: 'States',
    rows: [
      'any modifiable order, POST void',
      'any modifiable order, POST refund (order level)',
      'any modifiable order, POST cancel',
      'cancelled, any modification',
    ],
  },
  {
    table: 'Campaign endpoints',
    rows: [
      'POST /me/campaigns',
      'GET /me/campaigns/:campaignId',
      'PUT /me/campaigns/:campaignId',
      'PATCH /me/campaigns/:campaignId',
      'DELETE /me/campaigns/:campaignId',
      'GET /me/campaigns',
    ],
  },
  {
    table: 'Campaign body',
    rows: ['name', 'start_date', 'end_date', 'interest', 'partial', 'num_instalments'],
  },
  {
    table: 'Order endpoints',
    rows: [
      'GET /orders/:orderId',
      'PUT /orders/:orderId',
      'PATCH /orders/:orderId',
      'GET /orders',
      'POST /orders/:orderId/cancel',
      'POST /orders/:orderId/history',
    ],
  },
  {
    table: 'Capture endpoints',
    rows: ['GET /orders/:orderId/captures', 'POST /orders/:orderId/captures'],
  },
  {
    table: 'Void endpoints',
    rows: ['GET /orders/:orderId/void', 'POST /orders/:orderId/void'],
  },
  {
    table: 'Refund endpoints, order',
    rows: ['GET /orders/:orderId/refund', 'POST /orders/:orderId/refund'],
  },
  {
    table: 'Refund endpoints, capture',
    rows: [
      'GET /orders/:orderId/captures/:captureId/refunds',
      'POST /orders/:orderId/captures/:captureId/refunds',
    ],
  },
  {
    table: 'Availability endpoint',
    rows: ['GET /checkout/button'],
  },
  {
    table: 'Availability by product',
    rows: ['(omitted)', 'instalments', 'pay_later', 'pay_in_4'],
  },
  {
    table: 'Browser SDK script',
    rows: ['public-key', 'sandbox'],
  },
  {
    table: 'Browser SDK calls',
    rows: ['button', 'checkout'],
  },
  {
    table: 'Authentication',
    rows: [
      'Header',
      'Server endpoints',
      'Availability check /checkout/button',
      'Browser SDK',
      'Missing or wrong token',
      'Valid token but operation not permitted',
    ],
  },
  {
    table: 'Events',
    rows: ['onStatusChange', 'onClose', 'onSuccess', 'onPending', 'onKO', 'onError', 'onDismiss'],
  },
  {
    table: 'Error body',
    rows: ['error', 'error.fields', 'error.message', 'error.type'],
  },
  {
    table: 'Error codes',
    rows: ['400', '401', '403', '404', '405', '406', '408', '409', '415', '429', '500', '503'],
  },
  {
    table: 'Limits',
    rows: [
      'Voids per order',
      'Refunds per order',
      'Refunds per capture',
      'Capture amount',
      'Concurrency',
    ],
  },
  {
    table: 'Text lookups',
    rows: [
      'exact',
      'iexact',
      'regex',
      'iregex',
      'contains',
      'icontains',
      'startswith',
      'istartswith',
      'endswith',
      'iendswith',
      'in',
      'search',
    ],
  },
  {
    table: 'Date lookups',
    rows: ['year', 'month', 'week_day', 'day', 'hour'],
  },
  {
    table: 'Versioning',
    rows: [
      'Accept header',
      'JSON, version 1',
      'XML, version 1',
      'Response marker',
      'URL versioning',
      'No version given',
      'Invalid Accept',
    ],
  },
  {
    table: 'Other lookups',
    rows: ['isnull', 'gt', 'gte', 'lt', 'lte', 'exact of numbers and dates'],
  },
  {
    table: 'Sentences',
    rows: [
      'The name of the service stands in its identifiers',
      'Amounts have two implied decimal places',
      'Timestamps are ISO 8601 strings',
      'A full campaign applies to all items, a partial one to items added to it',
      'The edit body wraps the fields in a single property order',
      'Several partial voids are accepted up to the total',
      'Each partial refund changes future instalments and the commercial transactions',
      'A refund may include one to the buyer',
      'Several captures of an order can be refunded',
      'A cancellation shows in the commercial transactions, and what was paid is refunded',
      'Bodies are JSON',
      'Without a lookup exact is used',
      'Several filters combine',
      'List endpoints accept page',
    ],
  },
]
