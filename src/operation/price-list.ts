/**
 * Every chargeable unit and its default price in credits (SPEC.md "Representative credit prices", SHAPES.md 22).
 * An organization's own prices take precedence; a new unit is one line here.
 */
export const priceList = {
  companySearchResult: { credits: 1, unit: 'company returned' },
  peopleSearchResult: { credits: 1, unit: 'profile returned' },
  combinedSearchCompany: { credits: 1, unit: 'company found' },
  combinedSearchProfile: { credits: 1, unit: 'profile found' },
  savedSearchCompany: { credits: 2, unit: 'company new to a saved search' },
  savedSearchProspect: { credits: 2, unit: 'person new to a saved search' },
  audienceCompany: { credits: 1, unit: 'company put into an audience' },
  audienceProspect: { credits: 1, unit: 'person put into an audience' },
  audienceLiveCompany: { credits: 1, unit: 'company of an audience fetched live' },
  audienceLiveProspect: { credits: 1, unit: 'person of an audience fetched live' },
  exportCompany: { credits: 1, unit: 'company exported of a search or list' },
  exportProspect: { credits: 1, unit: 'person exported of a search or list' },
  exportJobPosting: { credits: 1, unit: 'job posting exported of a search' },
  stealthFounder: { credits: 1, unit: 'founder returned' },
  languageSearchResult: { credits: 1, unit: 'company or profile that a question finds' },
  languageParse: { credits: 1, unit: 'question understood' },
  jobPostingSearchResult: { credits: 1, unit: 'posting returned' },
  jobPostingCount: { credits: 1, unit: 'count of postings' },
  blueCollarJob: { credits: 1, unit: 'job returned' },
  kitchenSinkPerson: { credits: 2, unit: 'person lookup with a match' },
  kitchenSinkCompany: { credits: 2, unit: 'company lookup with a match' },
  liveEnrichPerson: { credits: 2, unit: 'live profile fetch' },
  liveEnrichCompany: { credits: 2, unit: 'live company fetch' },
  networkActivityPage: { credits: 2, unit: 'page of posts, comments or reactions with content' },
  platformFamilyPage: { credits: 2, unit: 'page or request of a platform family with content' },
  entityHistoryPage: { credits: 2, unit: 'page of an entity history with content' },
  personResolve: { credits: 1, unit: 'person resolved' },
  companyResolve: { credits: 1, unit: 'company resolved' },
  reverseEmail: { credits: 2, unit: 'address with a match' },
  liteReverseEmail: { credits: 1, unit: 'address with a match (ids only)' },
  reversePhone: { credits: 3, unit: 'phone number with a match' },
  standardizeCompany: { credits: 1, unit: 'company standardized' },
  domainLookup: { credits: 3, unit: 'company with a domain' },
  socialMediaLookup: { credits: 3, unit: 'person with an account' },
  codeHostLookup: { credits: 3, unit: 'person or company with an account' },
  codeHostToNetwork: { credits: 3, unit: 'account with a network page' },
  mapsPlace: { credits: 3, unit: 'place found on maps' },
  localBusiness: { credits: 3, unit: 'local business found' },
  microblogHandle: { credits: 2, unit: 'handle with a profile' },
  standardizeProfile: { credits: 1, unit: 'profile standardized' },
  workEmailReveal: { credits: 2, unit: 'person whose work address is found' },
  personalEmailReveal: { credits: 2, unit: 'person whose personal address is found' },
  phoneReveal: { credits: 3, unit: 'person whose phone number is found' },
  allEmailReveal: { credits: 3, unit: 'person whose work and personal addresses are found' },
  trackPersonsJobChanges: { credits: 2, unit: 'job-change movement' },
  mosaicRow: { credits: 2, unit: 'row of a list with a result' },
  combinedReveal: { credits: 5, unit: 'person whose addresses and phone number are found' },
  turboWorkEmailReveal: { credits: 3, unit: 'person whose work address is found (turbo)' },
  turboPersonalEmailReveal: { credits: 3, unit: 'person whose personal address is found (turbo)' },
  turboPhoneReveal: { credits: 5, unit: 'person whose phone number is found (turbo)' },
  turboCombinedReveal: { credits: 7, unit: 'person whose addresses and phone number are found (turbo)' },
  premiumPhoneReveal: { credits: 5, unit: 'person whose phone number is found (premium)' },
  exhaustiveWorkEmailReveal: { credits: 5, unit: 'person whose work address is found (exhaustive)' },
  exhaustivePersonalEmailReveal: { credits: 5, unit: 'person whose personal address is found (exhaustive)' },
  exhaustivePhoneReveal: { credits: 4, unit: 'person whose phone number is found (exhaustive)' },
  exhaustiveAllEmailReveal: { credits: 9, unit: 'person whose addresses are found (exhaustive)' },
  exhaustiveCombinedReveal: {
    credits: 12,
    unit: 'person whose addresses and phone number are found (exhaustive)',
  },
  hotelSearch: { credits: 2, unit: 'page of a hotel search, empty pages too' },
  hotelPropertyLookup: { credits: 2, unit: 'hotel property lookup, found or not' },
  trackerCheck: { credits: 2, unit: 'entity of a tracker list checked' },
  trackerSignal: { credits: 2, unit: 'signal of a list charged per notification' },
  companyRevenue: { credits: 2, unit: 'company whose revenue is known or estimated' },
  departmentSize: { credits: 2, unit: 'company whose staff is counted' },
  companyRanking: { credits: 2, unit: 'ranking with companies' },
  talentFlow: { credits: 5, unit: 'company with people who joined or left' },
  depthChart: { credits: 10, unit: 'depth chart of a company with staff' },
  scoutingReport: { credits: 10, unit: 'company reported on' },
  companyLogo: { credits: 0.33, unit: 'logo found' },
  flightPage: { credits: 2, unit: 'page of flights, or of their sellers' },
  realEstatePage: { credits: 2, unit: 'page of real estate listings with content' },
  financialInstrument: { credits: 1, unit: 'instrument found' },
  profilePicture: { credits: 0.33, unit: 'profile picture found' },
} as const satisfies Record<string, { credits: number; unit: string }>

/** Name of a chargeable unit. */
export type PriceKey = keyof typeof priceList

export const priceKeys = Object.keys(priceList) as PriceKey[]

export function isPriceKey(name: string): name is PriceKey {
  return Object.hasOwn(priceList, name)
}

/** The list price of one unit, worded for sentences: `1 credit`, `0.33 credits`. */
export function listedPrice(key: PriceKey): string {
  const { credits } = priceList[key]
  return `${credits} ${(credits as number) === 1 ? 'credit' : 'credits'}`
}
