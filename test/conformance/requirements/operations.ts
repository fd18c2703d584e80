import { group } from './entry.ts'

/** The operation index: each text is `operationId: METHOD path`, read by `operation-index.ts` beside this folder. */
export const operations = [
  ...group(
    { source: 'SPEC Endpoints, Documentation and utility' },
    {
      'op.get-quickstart-script': 'getQuickstartScript: GET /quickstart',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Families (default platform names)' },
    {
      'op.microblog-handle-to-pnet-single':
        'microblogHandleToPnetSingle: POST /v1/microblog-handle-to-pnet/single',
      'op.codehost-lookup-trigger': 'codehostLookupTrigger: POST /v1/codehost-lookup/trigger',
      'op.codehost-lookup-poll': 'codehostLookupPoll: POST /v1/codehost-lookup/poll',
      'op.codehost-to-pnet-trigger': 'codehostToPnetTrigger: POST /v1/codehost-to-pnet/trigger',
      'op.codehost-to-pnet-polling': 'codehostToPnetPolling: POST /v1/codehost-to-pnet/polling',
      'op.codehost-to-pnet-single': 'codehostToPnetSingle: POST /v1/codehost-to-pnet/single',
      'op.maps-search-start': 'mapsSearchStart: POST /v1/maps-search/start',
      'op.maps-search-check': 'mapsSearchCheck: POST /v1/maps-search/check',
      'op.maps-search-poll': 'mapsSearchPoll: POST /v1/maps-search/poll',
      'op.photo-post-comments': 'photoPostComments: POST /v1/photo/post-comments',
      'op.photo-post-details': 'photoPostDetails: POST /v1/photo/post-details',
      'op.photo-profile': 'photoProfile: POST /v1/photo/profile',
      'op.photo-user-posts': 'photoUserPosts: POST /v1/photo/user-posts',
      'op.photo-user-reels': 'photoUserReels: POST /v1/photo/user-reels',
      'op.forum-post-comments': 'forumPostComments: POST /v1/forum/post/comments',
      'op.forum-search': 'forumSearch: POST /v1/forum/search',
      'op.forum-subforum-posts': 'forumSubforumPosts: POST /v1/forum/subforum/posts',
      'op.forum-subforum-search': 'forumSubforumSearch: POST /v1/forum/subforum/search',
      'op.video-comment-replies': 'videoCommentReplies: POST /v1/video/comment-replies',
      'op.video-popular-songs': 'videoPopularSongs: POST /v1/video/popular-songs',
      'op.video-profile': 'videoProfile: POST /v1/video/profile',
      'op.video-search-hashtag': 'videoSearchHashtag: POST /v1/video/search-hashtag',
      'op.video-search-keyword': 'videoSearchKeyword: POST /v1/video/search-keyword',
      'op.video-search-users': 'videoSearchUsers: POST /v1/video/search-users',
      'op.video-song-details': 'videoSongDetails: POST /v1/video/song-details',
      'op.video-song-videos': 'videoSongVideos: POST /v1/video/song-videos',
      'op.video-trending-feed': 'videoTrendingFeed: POST /v1/video/trending-feed',
      'op.video-unified-search': 'videoUnifiedSearch: POST /v1/video/unified-search',
      'op.video-user-followers': 'videoUserFollowers: POST /v1/video/user-followers',
      'op.video-user-following': 'videoUserFollowing: POST /v1/video/user-following',
      'op.video-user-videos': 'videoUserVideos: POST /v1/video/user-videos',
      'op.video-video-comments': 'videoVideoComments: POST /v1/video/video-comments',
      'op.video-video-details': 'videoVideoDetails: POST /v1/video/video-details',
      'op.video-video-transcript': 'videoVideoTranscript: POST /v1/video/video-transcript',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.get-all-api-keys': 'getAllApiKeys: POST /v1/api-keys',
      'op.get-current-api-key': 'getCurrentApiKey: POST /v1/api-keys/current',
      'op.list-api-requests': 'listApiRequests: POST /v1/api-requests',
      'op.get-org-credits': 'getOrgCredits: GET /v1/get-org-credits',
      'op.get-rate-limits': 'getRateLimits: GET /v1/rate-limits',
      'op.get-accelerators': 'getAccelerators: GET /v1/enums/accelerators',
      'op.get-flight-regions': 'getFlightRegions: GET /v1/enums/flight-regions',
      'op.get-hotel-amenities': 'getHotelAmenities: GET /v1/enums/hotels/amenities',
      'op.get-hotel-brands': 'getHotelBrands: GET /v1/enums/hotels/brands',
      'op.get-hotel-property-types': 'getHotelPropertyTypes: GET /v1/enums/hotels/property-types',
      'op.get-industries': 'getIndustries: GET /v1/enums/industries',
      'op.get-languages': 'getLanguages: GET /v1/enums/languages',
      'op.get-metro-areas': 'getMetroAreas: GET /v1/enums/metro-areas',
      'op.get-naics-codes': 'getNaicsCodes: GET /v1/enums/naics-codes',
      'op.get-regions': 'getRegions: GET /v1/enums/regions',
      'op.get-skills': 'getSkills: GET /v1/enums/skills',
      'op.get-subdivisions': 'getSubdivisions: GET /v1/enums/subdivisions',
      'op.get-tags': 'getTags: GET /v1/enums/tags',
      'op.get-technologies': 'getTechnologies: GET /v1/enums/technologies',
      'op.get-time-zones': 'getTimeZones: GET /v1/enums/time-zones',
      'op.kitchen-sink-profile': 'KitchenSinkProfile: POST /v1/kitchen-sink/person',
      'op.kitchen-sink-company': 'kitchenSinkCompany: POST /v1/kitchen-sink/company',
      'op.company-search': 'companySearch: POST /v1/company-search',
      'op.company-count': 'companyCount: POST /v1/company-count',
      'op.people-search': 'peopleSearch: POST /v1/people-search',
      'op.people-search-count': 'peopleSearchCount: POST /v1/people-search/count',
      'op.paginated-combined-search': 'paginatedCombinedSearch: POST /v1/combined-search/paginated',
      'op.combined-search-count': 'combinedSearchCount: POST /v1/combined-search/count',
      'op.blue-collar-jobs-search': 'blueCollarJobsSearch: POST /v1/blue-collar-jobs/search',
      'op.blue-collar-resolve-company': 'blueCollarResolveCompany: POST /v1/blue-collar-jobs/resolve-company',
      'op.job-posting-search': 'jobPostingSearch: POST /v1/job-search',
      'op.job-posting-search-count': 'jobPostingSearchCount: POST /v1/job-search/count',
      'op.quick-company-resolve': 'quickCompanyResolve: POST /v1/company-resolve',
      'op.quick-person-resolve': 'quickPersonResolve: POST /v1/person-resolve',
      'op.multi-source-search': 'multiSourceSearch: POST /v1/multi-source/search',
      'op.stealth-founders-count': 'stealthFoundersCount: POST /v1/stealth-founders/count',
      'op.stealth-founders-search': 'stealthFoundersSearch: POST /v1/stealth-founders/search',
      'op.domain-lookup-trigger': 'domainLookupTrigger: POST /v1/domain-lookup/trigger',
      'op.domain-lookup-polling': 'domainLookupPolling: POST /v1/domain-lookup/polling',
      'op.social-media-lookup-trigger': 'socialMediaLookupTrigger: POST /v1/social-media-lookup/trigger',
      'op.social-media-lookup-polling': 'socialMediaLookupPolling: POST /v1/social-media-lookup/polling',
      'op.social-media-lookup-batch-trigger':
        'socialMediaLookupBatchTrigger: POST /v1/social-media-lookup/batch/trigger',
      'op.social-media-lookup-batch-polling':
        'socialMediaLookupBatchPolling: POST /v1/social-media-lookup/batch/poll',
      'op.kitchen-sink-bulk-profile': 'KitchenSinkBulkProfile: POST /v1/kitchen-sink/bulk/profile',
      'op.kitchen-sink-bulk-company': 'kitchenSinkBulkCompany: POST /v1/kitchen-sink/bulk/company',
      'op.standardize-company': 'standardizeCompany: POST /v1/standardize/company/single',
      'op.standardize-company-bulk': 'standardizeCompanyBulk: POST /v1/standardize/company/bulk',
      'op.standardize-profile': 'standardizeProfile: POST /v1/standardize/profile/single',
      'op.reverse-email-lookup': 'reverseEmailLookup: POST /v1/email-to-person/single',
      'op.lite-reverse-email-lookup': 'liteReverseEmailLookup: POST /v1/email-to-person/single/lite',
      'op.reverse-phone-lookup': 'reversePhoneLookup: POST /v1/phone-to-person/single',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-sandbox-api-key': 'createSandboxApiKey: POST /v1/api-keys/create-sandbox',
      'op.reset-api-key-usage': 'resetApiKeyUsage: POST /v1/api-keys/usage/reset',
      'op.revoke-current-api-key': 'revokeCurrentApiKey: POST /v1/api-keys/revoke',
      'op.update-api-key-expiration': 'updateApiKeyExpiration: POST /v1/api-keys/expiration',
      'op.update-api-key-limit': 'updateApiKeyLimit: POST /v1/api-keys/limit',
      'op.account-send-otp': 'accountSendOtp: POST /v1/account/send-otp',
      'op.account-verify-otp': 'accountVerifyOtp: POST /v1/account/verify-otp',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.buy-credits': 'buyCredits: POST /v1/buy-credits',
      'op.cards-attach': 'cardsAttach: POST /v1/cards/attach',
      'op.get-auto-topup-settings': 'getAutoTopupSettings: GET /v1/auto-topup/settings',
      'op.update-auto-topup-settings': 'updateAutoTopupSettings: POST /v1/auto-topup/configure',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.bulk-company-logos': 'bulkCompanyLogos: POST /v1/company-logos/bulk',
      'op.company-logo': 'companyLogo: POST /v1/company-logos/single',
      'op.bulk-profile-pic': 'bulkProfilePic: POST /v1/profile-pic/bulk',
      'op.profile-live-enrich': 'profileLiveEnrich: POST /v1/pnet-live-fetch/profile/single',
      'op.company-live-enrich': 'companyLiveEnrich: POST /v1/pnet-live-fetch/company/single',
      'op.start-batch-live-enrich': 'startBatchLiveEnrich: POST /v1/pnet-live-fetch/batch/start',
      'op.poll-batch-live-enrich': 'pollBatchLiveEnrich: POST /v1/pnet-live-fetch/batch/poll',
      'op.company-posts-live-fetch': 'companyPostsLiveFetch: POST /v1/pnet-live-fetch/company-posts',
      'op.post-comments-live-fetch': 'postCommentsLiveFetch: POST /v1/pnet-live-fetch/post-comments',
      'op.post-reactions-live-fetch': 'postReactionsLiveFetch: POST /v1/pnet-live-fetch/post-reactions',
      'op.post-search-by-keywords': 'postSearchByKeywords: POST /v1/pnet-live-fetch/posts/search',
      'op.profile-comments-live-fetch': 'profileCommentsLiveFetch: POST /v1/pnet-live-fetch/profile-comments',
      'op.profile-posts-live-fetch': 'profilePostsLiveFetch: POST /v1/pnet-live-fetch/profile-posts',
      'op.profile-reactions-live-fetch':
        'profileReactionsLiveFetch: POST /v1/pnet-live-fetch/profile-reactions',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.start-mosaic': 'startMosaic: POST /v1/mosaic/start',
      'op.poll-mosaic': 'pollMosaic: POST /v1/mosaic/poll',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-audience': 'createAudience: POST /v1/audiences/create',
      'op.update-audience-search-params':
        'updateAudienceSearchParams: PATCH /v1/audiences/{audienceId}/search-params',
      'op.build-audience': 'buildAudience: POST /v1/audiences/{audienceId}/build',
      'op.get-audience-status': 'getAudienceStatus: GET /v1/audiences/{audienceId}/status',
      'op.get-audience-companies': 'getAudienceCompanies: GET /v1/audiences/{audienceId}/companies',
      'op.get-audience-prospects': 'getAudienceProspects: GET /v1/audiences/{audienceId}/prospects',
      'op.list-audiences': 'listAudiences: GET /v1/audiences',
      'op.delete-audience': 'deleteAudience: DELETE /v1/audiences/{audienceId}',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.estimate-enrichment-cost':
        'estimateEnrichmentCost: POST /v1/audiences/{audienceId}/enrichment/estimate',
      'op.trigger-enrichment': 'triggerEnrichment: POST /v1/audiences/{audienceId}/enrich',
      'op.get-enrichment-status': 'getEnrichmentStatus: GET /v1/audiences/{audienceId}/enrichment/status',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.export-companies': 'exportCompanies: POST /v1/audiences/{audienceId}/export/companies',
      'op.export-prospects': 'exportProspects: POST /v1/audiences/{audienceId}/export/prospects',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-company-exclusion-list':
        'createCompanyExclusionList: POST /v1/exclusions/companies/create-list',
      'op.add-companies-to-exclusion-list':
        'addCompaniesToExclusionList: POST /v1/exclusions/companies/add-to-list',
      'op.get-company-exclusion-lists': 'getCompanyExclusionLists: POST /v1/exclusions/companies/get-lists',
      'op.get-excluded-companies-for-exclusion-list':
        'getExcludedCompaniesForExclusionList: POST /v1/exclusions/companies/read-from-list',
      'op.remove-company-from-exclusion-list':
        'removeCompanyFromExclusionList: POST /v1/exclusions/companies/remove-from-list',
      'op.delete-company-exclusion-list':
        'deleteCompanyExclusionList: POST /v1/exclusions/companies/delete-list',
      'op.create-prospect-exclusion-list':
        'createProspectExclusionList: POST /v1/exclusions/prospects/create-list',
      'op.add-prospects-to-exclusion-list':
        'addProspectsToExclusionList: POST /v1/exclusions/prospects/add-to-list',
      'op.get-prospect-exclusion-lists': 'getProspectExclusionLists: POST /v1/exclusions/prospects/get-lists',
      'op.get-excluded-prospects-for-exclusion-list':
        'getExcludedProspectsForExclusionList: POST /v1/exclusions/prospects/read-from-list',
      'op.remove-prospect-from-exclusion-list':
        'removeProspectFromExclusionList: POST /v1/exclusions/prospects/remove-from-list',
      'op.delete-prospect-exclusion-list':
        'deleteProspectExclusionList: POST /v1/exclusions/prospects/delete-list',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-company-exclusion-list-from-audience':
        'createCompanyExclusionListFromAudience: POST /v1/exclusions/companies/audience/create-list',
      'op.create-prospect-exclusion-list-from-audience':
        'createProspectExclusionListFromAudience: POST /v1/exclusions/prospects/audience/create-list',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.get-company-revenue': 'getCompanyRevenue: POST /v1/company-revenue',
      'op.get-department-size': 'getDepartmentSize: POST /v1/department-size',
      'op.get-scouting-report': 'getScoutingReport: POST /v1/scouting-report',
      'op.get-talent-flow': 'getTalentFlow: POST /v1/talent-flow',
      'op.get-talent-flow-rivals': 'getTalentFlowRivals: POST /v1/talent-flow/rivals',
      'op.list-company-rankings': 'listCompanyRankings: POST /v1/company-rankings',
      'op.start-depth-chart': 'startDepthChart: POST /v1/depth-chart/start',
      'op.poll-depth-chart': 'pollDepthChart: POST /v1/depth-chart/poll',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-job-change-list': 'createJobChangeList: POST /v1/job-changes/create-list',
      'op.add-profiles-to-list': 'addProfilesToList: POST /v1/job-changes/add-profiles',
      'op.delete-profiles-from-job-change-list':
        'deleteProfilesFromJobChangeList: POST /v1/job-changes/delete-profiles',
      'op.delete-job-change-list': 'deleteJobChangeList: POST /v1/job-changes/delete-list',
      'op.get-job-change-list': 'getJobChangeList: POST /v1/job-changes/get-list',
      'op.list-all-job-change-lists': 'listAllJobChangeLists: POST /v1/job-changes/list-all',
      'op.list-all-profiles-from-job-change-list':
        'listAllProfilesFromJobChangeList: POST /v1/job-changes/list-all-profiles',
      'op.update-job-change-list': 'updateJobChangeList: POST /v1/job-changes/update-list',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.slushie-run': 'slushieRun: POST /v1/nlp-search/run',
      'op.nlp-search-parse': 'nlpSearchParse: POST /v1/nlp-search/parse',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.fetch-real-estate-listings': 'fetchRealEstateListings: POST /v1/real-estate/listings',
      'op.financial-instrument-lookup': 'financialInstrumentLookup: POST /v1/finance/instrument',
      'op.flight-booking-options': 'flightBookingOptions: POST /v1/flights/booking-options',
      'op.flight-search': 'flightSearch: POST /v1/flights/search',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.hotel-search': 'hotelSearch: POST /v1/hotels/search',
      'op.hotel-property': 'hotelProperty: POST /v1/hotels/property',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.create-saved-search': 'createSavedSearch: POST /v1/saved-search/create',
      'op.get-saved-search': 'getSavedSearch: POST /v1/saved-search/get',
      'op.list-saved-search': 'listSavedSearch: POST /v1/saved-search/list',
      'op.update-saved-search': 'updateSavedSearch: POST /v1/saved-search/update',
      'op.manually-spawn-saved-search-run': 'manuallySpawnSavedSearchRun: POST /v1/saved-search/spawn',
      'op.skip-next-saved-search-run': 'skipNextSavedSearchRun: POST /v1/saved-search/skip-next-run',
      'op.undo-skip-next-saved-search-run': 'undoSkipNextSavedSearchRun: POST /v1/saved-search/undo-skip',
      'op.list-saved-search-runs': 'listSavedSearchRuns: POST /v1/saved-search/run/list',
      'op.get-saved-search-run': 'getSavedSearchRun: POST /v1/saved-search/run/get',
      'op.get-latest-saved-search-run': 'getLatestSavedSearchRun: POST /v1/saved-search/run/get-latest',
      'op.get-saved-search-run-status': 'getSavedSearchRunStatus: POST /v1/saved-search/run/status',
      'op.get-saved-search-run-companies': 'getSavedSearchRunCompanies: POST /v1/saved-search/run/companies',
      'op.get-saved-search-run-profiles': 'getSavedSearchRunProfiles: POST /v1/saved-search/run/profiles',
      'op.get-current-companies-in-saved-search':
        'getCurrentCompaniesInSavedSearch: POST /v1/saved-search/current/companies',
      'op.get-current-profiles-in-saved-search':
        'getCurrentProfilesInSavedSearch: POST /v1/saved-search/current/profiles',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.list-available-tracker-rules': 'listAvailableTrackerRules: GET /v1/tracker/rules',
      'op.preview-tracker-signal': 'previewTrackerSignal: POST /v1/tracker/rules/preview-signal',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.fire-tracker-dummy': 'fireTrackerDummy: POST /v1/tracker/fire-dummy/{listId}',
      'op.create-tracker-company-list': 'createTrackerCompanyList: POST /v1/tracker/company-lists',
      'op.create-tracker-person-list': 'createTrackerPersonList: POST /v1/tracker/person-lists',
      'op.list-tracker-company-lists': 'listTrackerCompanyLists: GET /v1/tracker/company-lists',
      'op.list-tracker-person-lists': 'listTrackerPersonLists: GET /v1/tracker/person-lists',
      'op.get-tracker-company-list': 'getTrackerCompanyList: GET /v1/tracker/company-lists/{listId}',
      'op.get-tracker-person-list': 'getTrackerPersonList: GET /v1/tracker/person-lists/{listId}',
      'op.update-tracker-company-list': 'updateTrackerCompanyList: PATCH /v1/tracker/company-lists/{listId}',
      'op.delete-tracker-company-list': 'deleteTrackerCompanyList: DELETE /v1/tracker/company-lists/{listId}',
      'op.delete-tracker-person-list': 'deleteTrackerPersonList: DELETE /v1/tracker/person-lists/{listId}',
      'op.add-tracker-companies': 'addTrackerCompanies: PUT /v1/tracker/company-lists/{listId}/companies',
      'op.remove-tracker-companies':
        'removeTrackerCompanies: DELETE /v1/tracker/company-lists/{listId}/companies',
      'op.add-tracker-people': 'addTrackerPeople: PUT /v1/tracker/person-lists/{listId}/people',
      'op.remove-tracker-people': 'removeTrackerPeople: DELETE /v1/tracker/person-lists/{listId}/people',
      'op.refresh-tracker-company-list':
        'refreshTrackerCompanyList: POST /v1/tracker/company-lists/{listId}/refresh',
      'op.refresh-tracker-person-list':
        'refreshTrackerPersonList: POST /v1/tracker/person-lists/{listId}/refresh',
      'op.list-tracker-signals': 'listTrackerSignals: GET /v1/tracker/signals/{listId}',
      'op.get-tracker-overview': 'getTrackerOverview: GET /v1/tracker/overview',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.start-local-business-search': 'startLocalBusinessSearch: POST /v1/local-business-search/start',
      'op.poll-local-business-search': 'pollLocalBusinessSearch: POST /v1/local-business-search/poll',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Operation index' },
    {
      'op.sync-quick-contact-reveal': 'syncQuickContactReveal: POST /v1/contact-details/single',
      'op.sync-turbo-contact-enrichment': 'syncTurboContactEnrichment: POST /v1/contact-details/turbo/sync',
      'op.instant-contact-reveal': 'instantContactReveal: POST /v1/contact-details/instant',
      'op.lite-contact-reveal': 'liteContactReveal: POST /v1/contact-details/lite',
      'op.premium-phone-reveal': 'premiumPhoneReveal: POST /v1/contact-details/premium-phone/sync',
      'op.trigger-exhaustive-contact-enrichment':
        'triggerExhaustiveContactEnrichment: POST /v1/contact-details/exhaustive/start',
      'op.poll-exhaustive-contact-enrichment-result':
        'pollExhaustiveContactEnrichmentResult: POST /v1/contact-details/exhaustive/poll',
      'op.start-batch-contact-details': 'startBatchContactDetails: POST /v1/contact-details/batch/start',
      'op.poll-batch-contact-details': 'pollBatchContactDetails: POST /v1/contact-details/batch/poll',
      'op.cancel-batch-contact-details': 'cancelBatchContactDetails: POST /v1/contact-details/batch/cancel',
    },
  ),
]
