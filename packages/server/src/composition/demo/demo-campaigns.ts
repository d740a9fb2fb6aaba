import type { CampaignArticle, CampaignChange } from '@svc/api'
import type { Database } from '../../platform/database/database.ts'
import { localDate } from '../../platform/time/dates.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { addArticles } from '../../tenancy/campaigns/add-articles.ts'
import { createCampaign } from '../../tenancy/campaigns/create-campaign.ts'
import { sentArticles, wholeCampaign } from '../../tenancy/campaigns/input.ts'
import { listCampaigns } from '../../tenancy/campaigns/list-campaigns.ts'

const DAY_MS = 86_400_000

type Example = Omit<CampaignChange, 'start_date' | 'end_date'> & {
  readonly name: string
  /** Days from the demo's first start. */
  readonly start: number
  readonly end?: number
  readonly articles?: readonly CampaignArticle[]
}

const page = (path: string) => `https://shop.example/${path}`

/** None of them changes what an ordinary basket of the demo costs. */
const examples: readonly Example[] = [
  { name: 'Last winter’s sale', interest: 5_000, start: -120, end: -60 },
  { name: 'Next summer, interest free', interest: 10_000, start: 120, end: 180 },
  {
    ...{ name: 'Large purchases', interest: 2_500, start: -30, num_instalments: [6, 9, 12] },
    min_order_amount: 900_000,
  },
  {
    ...{ name: 'Cargo bicycles, interest free', interest: 10_000, start: -30, partial: true },
    articles: [
      { id: 'cargo-bicycle-long', name: 'Cargo bicycle, long', url: page('cargo-bicycle-long') },
      { id: 'cargo-bicycle-short', name: 'Cargo bicycle, short', url: page('cargo-bicycle-short') },
    ],
  },
]

type DemoCampaigns = { readonly database: Database; readonly writing: Writing }

/** Example campaigns of one mode; those that are there by their names stay as they are. */
export async function prepareCampaigns(
  { database, writing }: DemoCampaigns,
  caller: Caller,
): Promise<void> {
  const { clock } = writing
  const { timeZone } = caller.store
  const all = new URLSearchParams({ page_size: '100' })
  const known = await listCampaigns({ database }, caller, all)
  const names = new Set(known.campaigns.map(({ name }) => name))
  const now = clock.now().getTime()
  const day = (days: number) => localDate(new Date(now + days * DAY_MS), timeZone)
  for (const { start, end, articles, ...more } of examples) {
    if (names.has(more.name)) continue
    const dates = { start_date: day(start), ...(end === undefined ? {} : { end_date: day(end) }) }
    const campaign = wholeCampaign({ ...more, ...dates }, timeZone)
    const { id: campaignId } = await createCampaign(writing, caller, campaign)
    if (articles === undefined) continue
    await addArticles(writing, caller, {
      campaignId,
      articles: sentArticles(articles, { masked: [], cut: [] }),
    })
  }
}
