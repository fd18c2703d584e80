import type { z } from 'zod'
import { codeHostCapabilities } from './capability/code-host.ts'
import { contactsCapabilities } from './capability/contacts.ts'
import { financeCapabilities } from './capability/finance.ts'
import { flightsCapabilities } from './capability/flights.ts'
import { forumCapabilities } from './capability/forum.ts'
import { hotelsCapabilities } from './capability/hotels.ts'
import { jobBoardCapabilities } from './capability/job-boards.ts'
import { liveCapabilities } from './capability/live.ts'
import { microblogCapabilities } from './capability/microblog.ts'
import { newsCapabilities } from './capability/news.ts'
import { networkActivityCapabilities } from './capability/network-activity.ts'
import { photoCapabilities } from './capability/photo.ts'
import { placesCapabilities } from './capability/places.ts'
import { realEstateCapabilities } from './capability/real-estate.ts'
import { searchCapabilities } from './capability/search.ts'
import { videoCapabilities } from './capability/video.ts'

type Declared = typeof codeHostCapabilities &
  typeof contactsCapabilities &
  typeof financeCapabilities &
  typeof flightsCapabilities &
  typeof forumCapabilities &
  typeof hotelsCapabilities &
  typeof jobBoardCapabilities &
  typeof liveCapabilities &
  typeof microblogCapabilities &
  typeof networkActivityCapabilities &
  typeof newsCapabilities &
  typeof photoCapabilities &
  typeof placesCapabilities &
  typeof realEstateCapabilities &
  typeof searchCapabilities &
  typeof videoCapabilities

/** What outside sources can be asked. A file of `capability/` is a line here; `capabilities.test.ts` misses none. */
export interface Capabilities extends Declared {}

/** The question and the answer of each capability, and a question about nobody. */
export const capabilities: Capabilities = {
  ...codeHostCapabilities,
  ...contactsCapabilities,
  ...financeCapabilities,
  ...flightsCapabilities,
  ...forumCapabilities,
  ...hotelsCapabilities,
  ...jobBoardCapabilities,
  ...liveCapabilities,
  ...microblogCapabilities,
  ...networkActivityCapabilities,
  ...newsCapabilities,
  ...photoCapabilities,
  ...placesCapabilities,
  ...realEstateCapabilities,
  ...searchCapabilities,
  ...videoCapabilities,
}

export type Capability = keyof Capabilities

/** The question to a source. */
export type Question<C extends Capability> = z.output<Capabilities[C]['question']>

/** The answer of a source, before it is checked. */
export type GivenAnswer<C extends Capability> = z.input<Capabilities[C]['answer']>

/** What callers get. */
export type CapabilityAnswer<C extends Capability> = z.output<Capabilities[C]['answer']>

/** Those of platform families, named `<platform>.<what>`. */
export type FamilyCapability = Extract<Capability, `${'photo' | 'forum' | 'video'}.${string}`>

export const capabilityIds = (Object.keys(capabilities) as Capability[]).toSorted()
export const isCapability = (text: string): text is Capability => Object.hasOwn(capabilities, text)
