/** People across all stores. */
import { AllowedAct, withActs } from './allowed-acts.ts'
import { closed, count, flag, hexId, moment, money, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

const Document = closed(
  {
    country: words('ISO 3166 code.'),
    type: words('`nif` or `nie`.'),
    number: words('Number, masked except for the last four characters.'),
  },
  { $id: 'MaskedDocument', description: 'An identity document, masked.' },
)

const person = {
  id: hexId('The person.'),
  store: nullable(StoreReference, {
    description: 'The only store of a sandbox test person; otherwise null.',
  }),
  document: Document,
  first_name: nullable(words('Name in the latest signature; null if there is none.')),
  last_name: nullable(words('Last name in the latest signature; null if there is none.')),
  phone: nullable(words('The latest one provided, masked.')),
  email: nullable(words('The latest one provided, masked.')),
  created: moment('First signature'),
}

const Block = closed(
  {
    since: moment('Start of the block'),
    until: nullable(moment('End of the block'), {
      description: 'End of the block; null: until it is lifted.',
    }),
    reason: words('Reason code; the note is in the action log.'),
  },
  { $id: 'PersonBlock', description: 'A block: the person gets no credit.' },
)
const listed = {
  ...person,
  erased: nullable(moment('When their data were erased'), {
    description: "When the person's data were erased; null if they are not.",
  }),
  merged_into: nullable(hexId('Who they are'), {
    description: 'The person they were merged into; null if none.',
  }),
  blocked: nullable(Block, { description: 'The block; null if the person is not blocked.' }),
}

export const LenderPersonItem = closed(listed, {
  $id: 'LenderPersonItem',
  description: 'A person in a list of the lender; identifying data are masked.',
})
export const LenderPersonPage = pageOf(LenderPersonItem, 'LenderPeople')

export const FoundPeopleAnswer = closed(
  {
    results: Type.Array(LenderPersonItem, { description: 'Newest first.' }),
    more: flag('Whether there are more results.'),
  },
  { $id: 'FoundPeople', description: 'The persons found.' },
)

const amount = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null if unknown.` })

const PersonExposure = closed(
  {
    currency: words('Currency in which amounts are added up, ISO 4217.'),
    limit: amount(
      'Maximum that the person may owe across all stores; null also where the ' +
        'limit of each store applies.',
    ),
    open: amount('Amount open or owed.'),
    headroom: amount('Remaining amount that the person may owe.'),
    by_store: Type.Array(
      closed({
        store: StoreReference,
        currency: words('ISO 4217 code.'),
        open: money('Amount open or owed there'),
        orders: count('Number of such orders.'),
      }),
      { description: 'Amounts owed by store and currency.' },
    ),
    by_currency: Type.Array(
      closed({
        currency: words('ISO 4217 code.'),
        open: money('Amount open or owed in the currency'),
      }),
      { description: 'Amounts owed by currency.' },
    ),
  },
  { $id: 'PersonExposure', description: 'What a person owes across all stores.' },
)

const Duplicate = closed(
  {
    ...LenderPersonItem.properties,
    because: Type.Array(Type.Enum(['phone', 'email', 'name_and_birthday']), {
      description: 'The data that both share.',
    }),
  },
  { $id: 'PossibleDuplicate', description: 'A possible duplicate. A hint only.' },
)

export const LenderPersonAnswer = closed(
  {
    ...listed,
    birthday: nullable(words('Date of birth, masked except for the year.')),
    exposure: PersonExposure,
    late: count('Number of late instalments.'),
    written_off: amount('Amount written off, in the currency of `exposure`.'),
    attempts: count('Number of checkouts signed or declined within 24 hours.'),
    possible_duplicates: Type.Array(Duplicate, { description: 'At most twenty.' }),
    customers: Type.Array(
      closed({
        store: StoreReference,
        id: hexId("The buyer's id at a store, as in the filter `customer-id`."),
      }),
      { description: "The person's buyer id at each store." },
    ),
    orders_url: Type.String({ format: 'uri', description: "URL of the person's orders." }),
    loans_url: Type.String({ format: 'uri', description: "URL of the person's loans." }),
    ...withActs(
      {
        reveal: AllowedAct,
        export: AllowedAct,
        block: AllowedAct,
        unblock: AllowedAct,
        merge: AllowedAct,
        split: AllowedAct,
        erase: AllowedAct,
      },
      { $id: 'PersonActions', of: 'the person' },
    ),
  },
  { $id: 'LenderPerson', description: 'A person across all stores.' },
)

const clear = (description: string) => optional(nullable(words(description)))

export const RevealedAnswer = closed(
  {
    id: hexId('The person.'),
    document: clear("The number of the person's identity document."),
    birthday: clear('Date of birth.'),
    phone: clear('Phone number, as last provided.'),
    email: clear('E-mail address, as last provided.'),
    income: optional(
      nullable(Type.Integer(), { description: 'Monthly income as stated, in minor units.' }),
    ),
  },
  {
    $id: 'Revealed',
    description: 'The requested fields, unmasked; null if not provided. The answer is not stored.',
  },
)

const HeldTable = closed(
  {
    table: words('Table that holds the data.'),
    fields: Type.Array(Type.String(), { description: 'Columns with personal data.' }),
    why: words('Purpose of the data.'),
    retention: words('Retention period.'),
    whole: flag('Whether all rows are included; at most 5,000 per table.'),
    rows: Type.Array(Type.Unknown(), { description: 'The rows as stored.' }),
  },
  { $id: 'HeldTable', description: 'The data of a table about a person.' },
)

export const PersonExportAnswer = closed(
  {
    id: hexId('The person.'),
    exported: moment('Time of the export'),
    tables: Type.Array(HeldTable, { description: 'The data, by table.' }),
  },
  { $id: 'PersonExport', description: 'All data held about a person.' },
)

export const ErasedPersonAnswer = closed(
  {
    id: hexId('The person.'),
    erased: moment('When the data were erased'),
    tables: Type.Array(
      closed({
        table: words('Table that held the data.'),
        fields: Type.Array(Type.String(), { description: 'Columns with personal data.' }),
        erased: flag('Whether the data were erased.'),
        why: nullable(words('Why it stays.'), {
          description: 'Reason for keeping the data; null if erased.',
        }),
      }),
      { description: 'What is erased, and what remains.' },
    ),
  },
  {
    $id: 'ErasedPerson',
    description: 'An erased person, of whom only ids, dates and amounts remain.',
  },
)
