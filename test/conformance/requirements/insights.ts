import { group } from './entry.ts'

/** Company intelligence, language search and families of web data. */
export const insights = [
  ...group(
    { source: 'SHAPES 16, insight' },
    {
      'insight.company-selector': 'company takes pnetUrl, pnetSlug, pnetOrgId or domain',
      'insight.revenue': 'revenue answers bounds, fiscal year and citations, or null',
      'insight.department-size': 'department size answers count and share of each department',
      'insight.talent-flow': 'talent flow answers joiners or leavers with tenure and breakdowns',
      'insight.talent-flow-rivals': 'rivals answer gained, lost and net counts',
      'insight.rankings': 'rankings answer companies of a rank range and year',
      'insight.depth-chart': 'a depth chart is started and polled to a report of buckets',
      'insight.scouting-report': 'a scouting report answers its documented parts',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Natural-language search' },
    {
      'language-search.run': 'prose in, companies or people out, as the service chooses',
      'language-search.page-token': 'pages continue with a single pageToken',
      'language-search.parse': 'parse answers a suggested action and filters without searching',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Families' },
    {
      'family.microblog': 'a microblog handle resolves to a network URL in one action',
      'family.maps': 'maps search has start, check and poll',
      'family.local-business': 'local business search is started and polled',
      'family.codehost': 'code-host look-ups have five actions',
      'family.photo': 'photo-sharing data has five actions',
      'family.forum': 'discussion-forum data has four actions',
      'family.video': 'short-video data has sixteen actions',
      'family.platform-names': 'the platform word of path and operationId is a setting',
    },
  ),
]
