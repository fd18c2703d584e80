import { companySearchParams, profileSearchParams } from '../corpus/search/index.ts'
import type { Capability, Question } from './capabilities.ts'
import type { Probe } from './source.ts'

const slug = 'almanac-check-no-such-profile'
const domain = 'almanac-check.example'
const url = `https://www.pnet.example/in/${slug}`
const nobody = {
  slug,
  profileUrl: url,
  url,
  userId: '999999999999',
  entityUrn: 'ACoAAAlmanacCheck',
  name: 'Nobody Almanac-Check',
  email: `nobody@${domain}`,
}
const employer = { name: 'Almanac Check', domains: [domain], slug }
const unbounded = { min: null, max: null }
const by = { type: 'person', slug: nobody.slug, id: null, url: null } as const

const ofNobody = { handle: 'almanac_check_no_such_account', cursor: null }
const ofNothing = { id: 'almanac-check-no-such-id', url: null, cursor: null }
const forNothing = { query: 'almanac check', cursor: null }
const inForum = { sort: 'new', timeframe: 'all', cursor: null } as const

/**
 * A question of each capability that is about nobody: any account may ask it, and most vendors charge nothing. Whatever a
 * question may tell is told, since some sources take none without.
 */
const questions: { [C in Capability]: Question<C> } = {
  'contacts.find': {
    name: nobody.name,
    firstName: 'Nobody',
    lastName: 'Almanac-Check',
    slug,
    profileUrl: url,
    country: 'USA',
    wanted: ['work_email', 'personal_email', 'phone'],
    employer,
  },
  'email.verify': { email: nobody.email },
  'person.live': { ...nobody, employer: employer.name },
  'company.live': {
    slug,
    orgId: '999999999999',
    url,
    domain,
    name: employer.name,
    historicalHeadcount: false,
  },
  'people.search': {
    searchParams: profileSearchParams.parse({ fuzzyName: { anyOf: [{ name: nobody.name }] } }),
    limit: 1,
  },
  'company.search': {
    searchParams: companySearchParams.parse({ domains: ['almanac-check.example'] }),
    limit: 1,
  },
  'codehost.account': { of: 'account', username: nobody.slug },
  posts: { by, cursor: null },
  comments: { of: 'actor', by, cursor: null },
  reactions: { of: 'actor', by, cursor: null },
  'post.search': { keywords: ['almanac check'], recency: null, cursor: null },
  // The Gulf of Guinea has no hotels.
  'hotel.search': {
    latitude: 0,
    longitude: 0,
    radiusKm: 5,
    checkInDate: '2030-06-14',
    checkOutDate: '2030-06-15',
    adults: 1,
    childrenAges: [],
    currency: 'USD',
    market: 'USA',
  },
  'places.search': {
    query: 'almanac check',
    area: { regionType: 'circle', center: { latitude: 0, longitude: -30 }, radiusMiles: 0.1 },
    limit: 1,
  },
  'place.geocode': { text: 'almanac check, no such place', countryCode: null },
  'company.logo': { domain: 'almanac-check.example', slug: null, orgId: null },
  'flight.offers': {
    ways: [{ from: ['SYD'], to: ['BKK'], date: '2027-06-01' }],
    cabin: 'economy',
    passengers: { adults: 1, children: 0, infantsInSeat: 0, infantsOnLap: 0 },
    maxStops: null,
    currency: 'USD',
    market: 'USA',
    includeAirlines: [],
    excludeAirlines: [],
    maxPrice: null,
  },
  'realestate.listings': {
    query: 'Almanaccheck, TX',
    listingStatus: 'for_sale',
    homeTypes: [],
    price: unbounded,
    rent: unbounded,
    bedrooms: unbounded,
    bathrooms: unbounded,
    floorAreaSqFt: unbounded,
    lotAreaSqFt: unbounded,
    yearBuilt: unbounded,
    parkingSpots: unbounded,
    keywords: null,
    features: [],
    sortBy: 'newest',
    cursor: null,
  },
  'finance.instrument': {
    type: 'stockOrEtf',
    ticker: 'ALMANACCHECK',
    exchange: null,
    baseCurrency: null,
    quoteCurrency: null,
    window: '1M',
  },
  'photo.profile': ofNobody,
  'photo.posts': ofNobody,
  'photo.reels': ofNobody,
  'photo.post': ofNothing,
  'photo.comments': ofNothing,
  'forum.search': { ...inForum, query: 'almanac check', forum: null },
  'forum.posts': { ...inForum, forum: 'almanac_check_no_such_forum' },
  'forum.post': ofNothing,
  'forum.comments': ofNothing,
  'video.profile': ofNobody,
  'video.videos': ofNobody,
  'video.followers': ofNobody,
  'video.following': ofNobody,
  'video.users': forNothing,
  'video.search': forNothing,
  'video.hashtag': { hashtag: 'almanaccheck', cursor: null },
  'video.trending': { cursor: null },
  'video.video': ofNothing,
  'video.transcript': ofNothing,
  'video.comments': ofNothing,
  'video.replies': { commentId: ofNothing.id, videoId: null, cursor: null },
  'video.songs': { cursor: null },
  'video.song': ofNothing,
  'video.song_videos': ofNothing,
}

export const sampleQuestions = Object.fromEntries(
  Object.entries(questions).map(([capability, question]) => [capability, { capability, question }]),
) as { [C in Capability]: Extract<Probe, { capability: C }> }
