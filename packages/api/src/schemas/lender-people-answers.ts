/** People over all stores. */
import { AllowedAct, withActs } from './allowed-acts.ts'
import { closed, count, flag, hexId, moment, money, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'

const Document = closed(
  {
    country: words('ISO 3166 code.'),
    type: words('`nif` or `nie`.'),
    number: words('All but its last four characters are masked.'),
  },
  { $id: 'MaskedDocument', description: 'An identity document, masked.' },
)

const person = {
  id: hexId('The person.'),
  store: nullable(StoreReference, {
    description: 'Where the sandbox’s people decide, the one store that they are of; else null.',
  }),
  document: Document,
  first_name: nullable(words('As they signed last; null: they have signed nothing.')),
  last_name: nullable(words('The same.')),
  phone: nullable(words('As they gave it last, masked.')),
  email: nullable(words('The same.')),
  created: moment('When they first signed'),
}

const Block = closed(
  {
    since: moment('From when on'),
    until: nullable(moment('Until when'), { description: 'Until when; null: until it is lifted.' }),
    reason: words('Its code; the note stands in the log of actions.'),
  },
  { $id: 'PersonBlock', description: 'Nobody lends to them.' },
)
const listed = {
  ...person,
  erased: nullable(moment('When their data were erased'), {
    description: 'When their data were erased; null: they are not.',
  }),
  merged_into: nullable(hexId('Who they are'), {
    description: 'The person that they turned out to be; null: nobody else.',
  }),
  blocked: nullable(Block, { description: 'Null: they may sign.' }),
}

export const LenderPersonItem = closed(listed, {
  $id: 'LenderPersonItem',
  description: 'A person as the lender lists them; what identifies them is masked.',
})
export const LenderPersonPage = pageOf(LenderPersonItem, 'LenderPeople')

export const FoundPeopleAnswer = closed(
  {
    results: Type.Array(LenderPersonItem, { description: 'The newest first.' }),
    more: flag('Whether there are more than these.'),
  },
  { $id: 'FoundPeople', description: 'Who fits what was looked for.' },
)

const amount = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null: not known.` })

const PersonExposure = closed(
  {
    currency: words('In which the amounts are added, ISO 4217.'),
    limit: amount('What they may owe over all stores. Null: as each store allows.'),
    open: amount('What is open or owed.'),
    headroom: amount('How much more they may owe.'),
    by_store: Type.Array(
      closed({
        store: StoreReference,
        currency: words('ISO 4217 code.'),
        open: money('What is open or owed there'),
        orders: count('How many orders are.'),
      }),
      { description: 'By store and currency, where anything is owed.' },
    ),
    by_currency: Type.Array(
      closed({ currency: words('ISO 4217 code.'), open: money('What is open or owed in it') }),
      { description: 'The same by currency.' },
    ),
  },
  { $id: 'PersonExposure', description: 'What a person owes over all stores.' },
)

const Duplicate = closed(
  {
    ...LenderPersonItem.properties,
    because: Type.Array(Type.Enum(['phone', 'email', 'name_and_birthday']), {
      description: 'What both have given.',
    }),
  },
  { $id: 'PossibleDuplicate', description: 'Somebody who may be the same. A hint, no more.' },
)

export const LenderPersonAnswer = closed(
  {
    ...listed,
    birthday: nullable(words('Only the year is shown.')),
    exposure: PersonExposure,
    late: count('Instalments that are late.'),
    written_off: amount('What was written off, in the currency of `exposure`.'),
    attempts: count('Checkouts signed or declined within 24 hours.'),
    possible_duplicates: Type.Array(Duplicate, { description: 'Twenty at most.' }),
    customers: Type.Array(
      closed({ store: StoreReference, id: hexId('As `customer-id` of lists.') }),
      { description: 'Who they are at each store.' },
    ),
    orders_url: Type.String({ format: 'uri', description: 'Their orders.' }),
    loans_url: Type.String({ format: 'uri', description: 'Their loans.' }),
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
  { $id: 'LenderPerson', description: 'A person over all stores.' },
)

const clear = (description: string) => optional(nullable(words(description)))

export const RevealedAnswer = closed(
  {
    id: hexId('The person.'),
    document: clear('The number of their identity document.'),
    birthday: clear('Their date of birth.'),
    phone: clear('Their phone number, as they gave it last.'),
    email: clear('Their e-mail address, the same.'),
    income: optional(
      nullable(Type.Integer(), { description: 'Of a month, in minor units, as they stated it.' }),
    ),
  },
  {
    $id: 'Revealed',
    description: 'What was asked for, in clear; null: they have not given it. Nobody keeps it.',
  },
)

const HeldTable = closed(
  {
    table: words('Where it lies.'),
    fields: Type.Array(Type.String(), { description: 'What of a row is about somebody.' }),
    why: words('What it is needed for.'),
    retention: words('For how long.'),
    whole: flag('Whether these are all rows: of one table there are 5,000 at most.'),
    rows: Type.Array(Type.Unknown(), { description: 'The rows as they are stored.' }),
  },
  { $id: 'HeldTable', description: 'What a table holds about a person.' },
)

export const PersonExportAnswer = closed(
  {
    id: hexId('The person.'),
    exported: moment('As of when'),
    tables: Type.Array(HeldTable, { description: 'All that is held.' }),
  },
  { $id: 'PersonExport', description: 'All that is held about a person.' },
)

export const ErasedPersonAnswer = closed(
  {
    id: hexId('The person.'),
    erased: moment('When'),
    tables: Type.Array(
      closed({
        table: words('Where it lay.'),
        fields: Type.Array(Type.String(), { description: 'What of a row is about somebody.' }),
        erased: flag('Whether it is gone.'),
        why: nullable(words('Why it stays.'), { description: 'Why it stays; null: it is gone.' }),
      }),
      { description: 'What goes, and what stays.' },
    ),
  },
  { $id: 'ErasedPerson', description: 'Of whom nothing is left but ids, days and amounts.' },
)
