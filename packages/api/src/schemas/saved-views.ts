/** Lists with their filters, as people of the lender save them under a name. */
import { limits } from '../limits.ts'
import { choice, closed, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { optional, RequiredText, Type } from './common.ts'
import { lenderRoleNames } from './staff.ts'

/** The lists below `/lender` that can be saved with filters. */
export const savedLists = [
  ...(['orders', 'loans', 'people', 'decisions', 'payouts', 'stores', 'creditors'] as const),
  ...(['approvals', 'actions', 'requests', 'failures'] as const),
] as const
export type SavedList = (typeof savedLists)[number]

/** Body of `POST /lender/me/views`. */
export const NewViewBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.viewNameMax, format: 'one-line' }),
  list: Type.Enum([...savedLists]),
  query: RequiredText(limits.viewQueryMax),
  role: optional(Type.Enum([...lenderRoleNames])),
})

export const SavedViewAnswer = closed(
  {
    id: hexId('The saved view.'),
    name: words('Its name.'),
    list: choice(savedLists, 'The list: the last word of its path below /lender.'),
    query: words('The query of the list: filters and ordering.'),
    role: nullable(choice(lenderRoleNames, 'The role.'), {
      description: 'The role whose people see it; null: only the person who saved it.',
    }),
    removable: flag('Whether the caller can remove it.'),
    created: moment('Creation time'),
  },
  { $id: 'SavedView', description: 'A list with filters, saved under a name.' },
)
export const SavedViewPage = pageOf(SavedViewAnswer, 'SavedViewPage')
