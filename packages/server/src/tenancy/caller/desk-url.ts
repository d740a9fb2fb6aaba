import type { Service } from './service.ts'

export type DeskSite = Pick<Service, 'baseUrl' | 'deskUrl'>

/** The address of the people's pages, without a slash at its end. */
export const deskUrlOf = ({ baseUrl, deskUrl }: DeskSite): string => (deskUrl ?? baseUrl)()
