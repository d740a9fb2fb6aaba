/** Lists with filters that people have saved, for themselves or for a role. */
import type { Answered, SavedViewPage } from '@svc/api'
import { useAnswer } from './answers.ts'
import { ask } from './api.ts'
import { isOfStore } from './store.ts'

type Page = Answered<typeof SavedViewPage>
export type SavedView = Page['results'][number]

export const VIEWS = '/lender/me/views'

const SHOWN = `${VIEWS}?ordering=name&page_size=100`

/** What the person who is signed in sees, where it is wanted. */
export const useSavedViews = (isWanted: boolean) =>
  useAnswer<Page>(isWanted && !isOfStore.value ? SHOWN : undefined, { ofNoMode: true })

/** The same, once. Throws a `Failure`. */
export const savedViews = async (): Promise<readonly SavedView[]> =>
  isOfStore.value ? [] : (await ask<Page>({ path: SHOWN })).results

const PLACES: Readonly<Record<string, string>> = {
  ...{ actions: 'log', approvals: 'inbox', requests: 'dev/requests', failures: 'jobs' },
}

/** Where the desk shows a list of the API. */
export const placeOfList = (list: string): string => `/${PLACES[list] ?? list}`
