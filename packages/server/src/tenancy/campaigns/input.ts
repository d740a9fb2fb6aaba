/** The requests about campaigns, as domain types. */
import { type CampaignArticle, type CampaignChange, cents, limits, rate } from '@svc/api'
import type { Article, CampaignFields } from '../../model/financing/campaign.ts'
import { type Altered, alteredWarnings } from '../../platform/altered.ts'
import { membersWhere } from '../../platform/narrow.ts'
import { assert, Refused } from '../../platform/refusal.ts'
import { clockSeconds, parseDate } from '../../platform/time/dates.ts'
import type { ApiRequest } from '../caller/route.ts'
import { faultsBetween } from './rules.ts'

const SECOND_MS = 1_000
/** The last second that the wire can write. */
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z')

const defaults: Omit<CampaignFields, 'name' | 'startAt' | 'interest'> = {
  endAt: null,
  partial: false,
  numInstalments: [],
  minOrderAmount: null,
  maxOrderAmount: null,
}

type Faults = Record<string, string[]>

/** A whole campaign: absent members have their defaults. */
export function wholeCampaign(body: CampaignChange, timeZone: string): CampaignFields {
  const { name, startAt, interest, ...others } = changedCampaign(body, timeZone)
  const isWhole = name !== undefined && startAt !== undefined && interest !== undefined
  assert(isWhole, 'a whole campaign has what has no default')
  return { ...defaults, ...others, name, startAt, interest }
}

/** The changes in a checked body; null means the default. */
export function changedCampaign(body: CampaignChange, timeZone: string): Partial<CampaignFields> {
  const { name, start_date, end_date, interest, partial, num_instalments } = body
  const { min_order_amount, max_order_amount } = body
  const changed = <T, F>(value: T | null | undefined, standard: F, read: (value: T) => F) =>
    value === undefined ? undefined : value === null ? standard : read(value)
  const fields: { [Name in keyof CampaignFields]: CampaignFields[Name] | undefined } = {
    name,
    startAt: start_date === undefined ? undefined : firstSecond(start_date, timeZone),
    endAt: changed(end_date, defaults.endAt, (date) => lastSecond(date, timeZone) ?? null),
    interest: interest === undefined ? undefined : rate(interest),
    partial: changed(partial, defaults.partial, (value) => value),
    numInstalments: changed(num_instalments, defaults.numInstalments, (value) => value),
    minOrderAmount: changed(min_order_amount, defaults.minOrderAmount, cents),
    maxOrderAmount: changed(max_order_amount, defaults.maxOrderAmount, cents),
  }
  return membersWhere<CampaignFields>(fields, (value) => value !== undefined)
}

/** Faults beyond the schema: dates that the store's time zone lacks, and contradictions. */
export function campaignFaults(body: CampaignChange, timeZone: string): Faults {
  const faults: Faults = {}
  const missing = ['is not a date that exists']
  const { start_date: start, end_date: end } = body
  if (start !== undefined && !firstSecond(start, timeZone)) faults.start_date = missing
  if (end && !lastSecond(end, timeZone)) faults.end_date = missing
  const { num_instalments: counts, ...rest } = body
  const sound = { ...rest, num_instalments: (counts ?? []).filter((count) => count !== undefined) }
  return { ...faultsBetween(changedCampaign(sound, timeZone)), ...faults }
}

/** Campaigns use whole seconds: fractions are not shown, and so not stored. */
function firstSecond(text: string, timeZone: string): Date | undefined {
  const parsed = parseDate(text, timeZone)
  return parsed && shown(parsed.instant.getTime(), timeZone)
}

/** A day without a time means the whole day, up to its last second. */
function lastSecond(text: string, timeZone: string): Date | undefined {
  const parsed = parseDate(text, timeZone)
  if (parsed === undefined) return undefined
  const { instant, dayEnd } = parsed
  if (dayEnd === undefined) return shown(instant.getTime(), timeZone)
  const end = dayEnd.getTime() - SECOND_MS
  return shown(Math.min(end, LAST_SECOND), timeZone)
}

/** Undefined if the store's clock would show a year that the wire cannot express. */
function shown(time: number, timeZone: string): Date | undefined {
  const second = new Date(time - (((time % SECOND_MS) + SECOND_MS) % SECOND_MS))
  return /^(?!0000)\d{4}-/.test(clockSeconds(second, timeZone)) ? second : undefined
}

/** Each with the warnings about its own members. */
export function sentArticles(
  body: readonly CampaignArticle[],
  { masked, cut }: Altered,
): Omit<Article, 'createdAt'>[] {
  const of = { masked: byIndex(masked), cut: byIndex(cut) }
  return body.map(({ id, name, url, description = null, image_url: imageUrl = null }, index) => {
    const own = { masked: of.masked.get(index) ?? [], cut: of.cut.get(index) ?? [] }
    return { id, name, url, description, imageUrl, warnings: alteredWarnings(own) }
  })
}

/** `3.name` is the name of the fourth article. */
function byIndex(paths: readonly string[]): Map<number, string[]> {
  const byIndex = new Map<number, string[]>()
  for (const path of paths) {
    const [index = '', ...member] = path.split('.')
    byIndex.set(Number(index), [...(byIndex.get(Number(index)) ?? []), member.join('.')])
  }
  return byIndex
}

const FIRST = '?'
const NAME = 'article-mid='

/**
 * The articles to remove, from the query from its `?` on; undefined without any query, which alone
 * means all of them.
 */
export function readArticleIds({
  search,
  slashed,
}: Pick<ApiRequest, 'search' | 'slashed'>): string[] | undefined {
  if (search === '' && !slashed) return undefined
  const parts = search.startsWith(FIRST) ? search.slice(FIRST.length).split('&') : ['']
  const ids = parts.flatMap((part) => {
    const value = part.startsWith(NAME) ? decoded(part.slice(NAME.length)) : undefined
    return value === undefined ? [''] : value.split(',')
  })
  const sensible = ids.every((id) => id !== '' && [...id].length <= limits.identifierMax)
  if (sensible && ids.length <= limits.articlesMax && !search.includes('%00')) return ids
  const sentence = `must name 1 to ${limits.articlesMax} articles, separated by commas`
  const fields = { 'article-mid': [sentence, 'and be the only parameter: nothing was removed'] }
  throw new Refused('query_invalid', { fields })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
