import type { z } from 'zod'
import type { CompanySearchParams, ProfileSearchParams } from '../corpus/search/index.ts'
import { codeHostAnswer, codeHostQuestion } from './capability/code-host.ts'
import { contactsAnswer, contactsQuestion, verifyAnswer, verifyQuestion } from './capability/contacts.ts'
import { instrumentAnswer, instrumentQuestion } from './capability/finance.ts'
import { hotelsAnswer, hotelsQuestion } from './capability/hotels.ts'
import { offersAnswer, offersQuestion } from './capability/flights.ts'
import {
  companyLiveQuestion,
  companyRecordAnswer,
  logoAnswer,
  logoQuestion,
  personLiveQuestion,
  personRecordAnswer,
} from './capability/live.ts'
import {
  commentsAnswer,
  commentsQuestion,
  postSearchQuestion,
  postsAnswer,
  postsQuestion,
  reactionsAnswer,
  reactionsQuestion,
} from './capability/network-activity.ts'
import { geocodeAnswer, geocodeQuestion, placesAnswer, placesQuestion } from './capability/places.ts'
import { listingsAnswer, listingsQuestion } from './capability/real-estate.ts'
import { platformFamilies } from './capability/platform-families.ts'
import { recordsAnswer, searchQuestion } from './capability/search.ts'

/**
 * What outside sources can be asked: for each capability the question and the answer. Answers are checked against
 * their schema, so that garbage never reaches a caller; members that a schema does not know are left out.
 */
export const capabilities = {
  'contacts.find': { question: contactsQuestion, answer: contactsAnswer },
  'email.verify': { question: verifyQuestion, answer: verifyAnswer },
  'person.live': { question: personLiveQuestion, answer: personRecordAnswer },
  'company.live': { question: companyLiveQuestion, answer: companyRecordAnswer },
  'people.search': { question: searchQuestion, answer: recordsAnswer },
  'company.search': { question: searchQuestion, answer: recordsAnswer },
  'codehost.account': { question: codeHostQuestion, answer: codeHostAnswer },
  posts: { question: postsQuestion, answer: postsAnswer },
  comments: { question: commentsQuestion, answer: commentsAnswer },
  reactions: { question: reactionsQuestion, answer: reactionsAnswer },
  'post.search': { question: postSearchQuestion, answer: postsAnswer },
  'hotel.search': { question: hotelsQuestion, answer: hotelsAnswer },
  'places.search': { question: placesQuestion, answer: placesAnswer },
  'place.geocode': { question: geocodeQuestion, answer: geocodeAnswer },
  'company.logo': { question: logoQuestion, answer: logoAnswer },
  'realestate.listings': { question: listingsQuestion, answer: listingsAnswer },
  'flight.offers': { question: offersQuestion, answer: offersAnswer },
  'finance.instrument': { question: instrumentQuestion, answer: instrumentAnswer },
  ...platformFamilies,
} as const satisfies Record<string, { question: z.ZodType; answer: z.ZodType }>

/** Those of the photo, forum and video families. */
export type FamilyCapability = keyof typeof platformFamilies

export type Capability = keyof typeof capabilities
export const capabilityIds = Object.keys(capabilities) as Capability[]
export const isCapability = (text: string): text is Capability => Object.hasOwn(capabilities, text)

/** Filters of searches are those of the operations, typed there. */
interface SearchParams {
  'people.search': ProfileSearchParams
  'company.search': CompanySearchParams
}

/** What a source is asked. */
export type Question<C extends Capability> = C extends keyof SearchParams
  ? z.output<typeof searchQuestion> & { searchParams?: SearchParams[C] | undefined }
  : z.output<(typeof capabilities)[C]['question']>

/** What a source answers, before it is checked. */
export type GivenAnswer<C extends Capability> = z.input<(typeof capabilities)[C]['answer']>

/** What callers get. */
export type CapabilityAnswer<C extends Capability> = z.output<(typeof capabilities)[C]['answer']>
