import type { CompanyFlag } from '../../../corpus/search-index/index.ts'
import type {
  CompanyStage,
  CompanyTag,
  EmployeeTrendFunction,
  Industry,
  JobFunction,
  PersonTag,
} from '../../../corpus/records/index.ts'
import type { CompanySearchParams, ProfileSearchParams } from '../../../corpus/search/index.ts'
import type { Word } from './words.ts'

type Present<T> = Exclude<T, undefined>

export type TitleTerm = Present<Present<ProfileSearchParams['jobTitleV3']>['anyOf']>[number]
export type DateRange = Present<CompanySearchParams['foundedOn']>
export type LocationStrategy = Present<
  Present<CompanySearchParams['headquartersLocation']>['unionAll']
>[number]

/** Bounds of a number, both inclusive. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

/** What a number counts. */
export type Unit =
  | 'employees'
  | 'usd'
  | 'percent'
  | 'times'
  | 'years'
  | 'months'
  | 'years-experience'
  | 'years-old'
  | 'followers'
  | 'connections'
  | 'offices'
  | 'openings'
  | 'none'

export type Place =
  /** `others`: further countries of a group that has no code of its own. */
  | { type: 'country'; code: string; name: string; others?: readonly string[] }
  | { type: 'state'; name: string; countryCode: string }
  | { type: 'area'; strategy: LocationStrategy; name: string }

/** Words that say how what follows, or what went before, is meant. */
export type Cue =
  | 'not'
  /** `not` of what comes before it; moved there before anything is read. */
  | 'not-before'
  /** Perhaps `not`: what follows is neither wanted nor excluded. */
  | 'doubt'
  | 'and'
  | 'or'
  | 'at'
  | 'of'
  | 'in'
  | 'with'
  | 'who'
  | 'former'
  | 'now'
  | 'uses'
  | 'hiring'
  | 'seeks'
  | 'raised'
  | 'revenue'
  | 'founded'
  | 'grew'
  | 'shrank'
  | 'offices'
  | 'staff'
  | 'backed'
  | 'studied'
  | 'speaks'
  | 'lives'
  | 'based'
  | 'joined'
  | 'left'
  | 'called'
  | 'about'
  | 'skilled'
  | 'older'
  | 'younger'

/** An organization named in the question, and its relation to the people or companies in question. */
export interface NamedOrganization {
  name: string
  domain?: string | undefined
  role: 'employer' | 'former' | 'investor' | 'school' | 'company'
}

export type Meaning =
  | { kind: 'filler' }
  | { kind: 'cue'; cue: Cue }
  | { kind: 'count' }
  | { kind: 'jobs' }
  | { kind: 'companies'; isStartup: boolean }
  | { kind: 'people' }
  | { kind: 'title'; terms: readonly TitleTerm[]; phrases: readonly string[]; level: boolean }
  | { kind: 'function'; jobFunction: JobFunction; trend?: EmployeeTrendFunction | undefined; word: string }
  | { kind: 'staff-of'; jobFunction: JobFunction; trend?: EmployeeTrendFunction | undefined }
  | { kind: 'place'; place: Place; isAdjective: boolean }
  | { kind: 'industry'; industry: Industry; isWhole: boolean; isNoun: boolean }
  | { kind: 'technology'; name: string; isListed: boolean }
  | { kind: 'quantity'; bounds: Bounds; unit: Unit; note?: string | undefined }
  /** A verb of growth that says how much: by a share of what was. */
  | { kind: 'multiple'; cue: 'grew' | 'shrank'; share: number }
  | { kind: 'size'; bounds: Bounds; word: string }
  | { kind: 'date'; range: DateRange; months?: number | undefined }
  | { kind: 'stage'; stages: readonly CompanyStage[] }
  | { kind: 'status'; status: 'active' | 'acquired' | 'closed' }
  | { kind: 'accelerator'; slug: string; batches: readonly string[] }
  | { kind: 'ranking'; high: number }
  | { kind: 'company-tag'; tag: CompanyTag }
  | { kind: 'person-tag'; tag: PersonTag }
  | { kind: 'flag'; flag: CompanyFlag }
  | { kind: 'organization'; organization: NamedOrganization }
  | { kind: 'language'; language: string }
  | { kind: 'degree'; phrases: readonly string[] }
  | { kind: 'field'; phrase: string }
  | { kind: 'work-place'; type: 'Remote' | 'Hybrid' | 'On-site' }
  | { kind: 'employment'; type: string }
  | { kind: 'domain'; domain: string }
  | { kind: 'suffix'; suffix: string }
  | { kind: 'naics'; code: string }
  | { kind: 'stealth'; isLeft: boolean }
  | { kind: 'sort'; companies?: string | undefined; people?: string | undefined; direction: 'asc' | 'desc' }
  | { kind: 'limit'; limit: number }
  | { kind: 'words'; phrase: string }
  | { kind: 'person-name'; name: string }

export type MeaningOf<K extends Meaning['kind']> = Extract<Meaning, { kind: K }>

/** Words of the question that mean something. */
export interface Mention<M extends Meaning = Meaning> {
  from: number
  /** After the last word. */
  to: number
  is: M
  /** 0..1: how sure the meaning is. */
  confidence: number
  /** Raised where words around it speak for this meaning and against another of the same words. */
  weight?: number
  /** What the answer says about how it was taken. */
  note?: string | undefined
}

/** What annotators are given in addition to the words. */
export interface Reading {
  question: string
  words: readonly Word[]
  /** Days since 1970. */
  today: number
  /** Names found in the corpus, by the key of their words. */
  names: ReadonlyMap<string, CorpusOrganization>
}

/** An organization of the corpus. */
export interface CorpusOrganization {
  name: string
  domain?: string | undefined
  isInvestor?: boolean | undefined
  isSchool?: boolean | undefined
}

/** One file of `annotators/`: finds mentions of its sort, overlapping ones included. */
export type Annotator = (reading: Reading) => Mention[]
