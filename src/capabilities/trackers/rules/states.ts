import type {
  JobPosting,
  LocationRecord,
  NewsArticle,
  Post,
  PostComment,
  PostReaction,
  RoundInvestor,
} from '../../../corpus/records/index.ts'
import type { TagDays } from '../../../corpus/search-index/index.ts'

/** A place as history keeps it. */
export type Place = Partial<Pick<LocationRecord, 'city' | 'state_name' | 'country_code' | 'coordinates'>>

/** A funding round as history keeps it. */
export interface KeptRound {
  round_type: string | null
  round_date: string | null
  round_raised_usd: number | null
  investors: Pick<RoundInvestor, 'investor_name' | 'investor_type'>[]
}

/** Bounds of a rough count; both are equal if the count is exact. */
export interface Bounds {
  gte?: number | null
  lte?: number | null
}

/**
 * What history keeps of a company. A member is absent if history did not have it yet when the state was written, and
 * null if its value was unknown. Neither counts as a change.
 */
export interface TrackedCompany {
  preferred_name?: string | null
  employee_count_consensus?: Bounds | null
  li_follower_count?: number | null
  location?: Place | null
  offices?: (Place | null)[] | null
  status_consensus?: string | null
  is_subsidiary?: boolean | null
  funding_stage?: string | null
  rounds?: KeptRound[] | null
  investors?: { investor_name: string | null; investor_types: string[] | null }[] | null
  acquisitions?:
    | { acquiree_name: string | null; price_usd: number | null; acquisition_date: string | null }[]
    | null
  short_description?: string | null
  long_description?: string | null
  li_description?: string | null
  logo_url?: string | null
  technologies?: string[] | null
  employee_trends?: { functions: string | null; current_count: number | null }[] | null
}

/** A position as history keeps it. */
export interface KeptPosition {
  pnet_company_id?: string | null
  company_name?: string | null
  company_domain?: string | null
  title?: string | null
  is_current?: boolean | null
  start_date?: string | null
  end_date?: string | null
  seniority?: string | null
  employment_type?: string[] | null
  locality?: string | null
}

/** What history keeps of a person. Absent and null mean the same as in `TrackedCompany`. */
export interface TrackedPerson {
  name?: string | null
  headline?: string | null
  summary?: string | null
  location?: Place | null
  experiences?: KeptPosition[] | null
  skills?: string[] | null
  certifications?: KeptCertification[] | null
  tags?: string[] | null
  tag_days?: TagDays
  connection_count?: number | null
  follower_count?: number | null
  open_to_work?: boolean | null
  premium?: boolean | null
  influencer?: boolean | null
  is_hiring?: boolean | null
  top_voice?: boolean | null
  verified?: boolean | null
}

/** A certification as history keeps it. */
export interface KeptCertification {
  title?: string | null
  company_name?: string | null
  credential_id?: string | null
  date?: string | null
}

/** A person whom a company has hired. */
export interface Hire {
  userId: string | null
  name: string | null
  title: string | null
  startDate: string | null
  primarySlug: string | null
}

/** A company or person at a moment. */
export interface EntityState {
  /** ISO 8601: when the state was observed. The newest state has the time of the check. */
  asOf: string
  /** ISO 8601: the moment at which labels of the day are worked out, if it differs from `asOf`. */
  lookedAt?: string
  /** Whether the search of the rule finds the entity. Absent for rules without a search. */
  matches?: boolean
}

/** A company at a moment, with the records about it that rules read. */
export interface CompanyState extends EntityState {
  company: TrackedCompany
  postings?: readonly JobPosting[]
  news?: readonly NewsArticle[]
  posts?: readonly Post[]
  hires?: readonly Hire[]
}

/** A reaction with the text of its post, if the corpus holds the post. */
export type SeenReaction = PostReaction & { post_caption?: string | null }

/** A person at a moment. */
export interface PersonState extends EntityState {
  person: TrackedPerson
  posts?: readonly Post[]
  comments?: readonly PostComment[]
  reactions?: readonly SeenReaction[]
}

export type EntityType = 'company' | 'person'

export interface StateOf {
  company: CompanyState
  person: PersonState
}

/** Kinds of records about an entity that a rule may read. */
export type Reading = 'postings' | 'news' | 'posts' | 'hires' | 'comments' | 'reactions'
