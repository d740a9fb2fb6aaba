/** The requests of lists, and their time limits (ms). */
export type Case = {
  readonly what: string
  /** Of the n-th repetition. */
  readonly query: string | ((time: number) => string)
  /** The same in SQL, to verify the count. */
  readonly where?: string
  readonly aim: number
}

const INDEXED = 100
const LOOKED_THROUGH = 1_000

export function casesOf(orders: number): readonly Case[] {
  return [...indexedCases(orders), ...lookedThroughCases]
}

function indexedCases(orders: number): readonly Case[] {
  const some = (time: number) => 1 + ((time * 7_919) % orders)
  const middle = "created_at >= timestamptz '2025-05-01 00:00 Europe/Madrid'"
  return [
    { what: 'page 1', query: '', where: 'true', aim: LOOKED_THROUGH },
    { what: 'page 10,000', query: 'page=10000', aim: LOOKED_THROUGH },
    { what: 'mid', query: (time) => `mid=M-${some(time)}`, aim: INDEXED },
    { what: 'mid of several', query: (time) => `mid-in=M-${some(time)},M-7,M-9`, aim: INDEXED },
    { what: 'status, few', query: 'status=pending', where: "status = 'pending'", aim: INDEXED },
    { what: 'status, many', query: 'status=complete', where: "status = 'complete'", aim: INDEXED },
    { what: 'financing status', query: 'financing_status=ko', aim: INDEXED },
    {
      what: 'created on a day',
      query: (time) => `created=2025-0${1 + (time % 5)}-1${time % 9}`,
      aim: INDEXED,
    },
    {
      what: 'created within weeks',
      query: 'created-gte=2025-05-01&created-lt=2025-06-15',
      where: `${middle} AND created_at < timestamptz '2025-06-15 00:00 Europe/Madrid'`,
      aim: INDEXED,
    },
    { what: 'buyer', query: (time) => `customer-id=buyer-${some(time) % 300_000}`, aim: INDEXED },
    {
      what: 'document',
      query: (time) =>
        `customer-document_id-number=${String(some(time) % 300_000).padStart(8, '0')}Z`,
      aim: INDEXED,
    },
    {
      what: 'e-mail',
      query: (time) => `account-email=ana.ruiz${some(time) % 250_000}@example.com`,
      aim: INDEXED,
    },
    {
      what: 'e-mail, any case',
      query: (time) => `account-email-iexact=ANA.Ruiz${some(time) % 250_000}@example.com`,
      aim: INDEXED,
    },
  ]
}

const lookedThroughCases: readonly Case[] = [
  {
    what: 'part of an e-mail',
    query: 'account-email-icontains=GARCIA1',
    where: "account_email LIKE '%garcia1%'",
    aim: LOOKED_THROUGH,
  },
  {
    what: 'part of an e-mail, no match',
    query: 'account-email-icontains=nobody',
    where: 'false',
    aim: LOOKED_THROUGH,
  },
  {
    what: 'part of an e-mail, all match',
    query: 'account-email-icontains=@',
    where: 'true',
    aim: LOOKED_THROUGH,
  },
  { what: 'end of a mid', query: 'mid-endswith=99999', aim: LOOKED_THROUGH },
  {
    what: 'name, accents aside',
    query: 'account-last_name-search=garcia',
    where: "account_last_name = 'García'",
    aim: LOOKED_THROUGH,
  },
  {
    what: 'name, accents aside, no match',
    query: 'account-last_name-search=zzz',
    where: 'false',
    aim: LOOKED_THROUGH,
  },
  { what: 'two terms of q', query: 'q=ana+ruiz', aim: LOOKED_THROUGH },
  { what: 'a term of q, no match', query: 'q=nobody', where: 'false', aim: LOOKED_THROUGH },
  { what: 'ordered by amount', query: 'ordering=-total_amount', aim: LOOKED_THROUGH },
  {
    what: 'a pattern among 40,000 orders',
    query: 'created-gte=2025-05-01&created-lt=2025-06-01&account-email-iregex=^a.*8@ex',
    aim: LOOKED_THROUGH,
  },
]
