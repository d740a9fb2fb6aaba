import { href, place } from '../../shell/place.ts'

/** The URL of the list, with another query. */
export const listHref = (query: string): string => href(place.value.path, query)
