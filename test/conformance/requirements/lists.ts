import { group } from './entry.ts'

/** Audiences, saved searches, exclusion lists and job-change lists. */
export const lists = [
  ...group(
    { source: 'SPEC Resources, Saved search' },
    {
      'saved-search.update.id': 'the update requires id',
      'saved-search.update.name': 'name is text or null; omitted keeps the current one',
      'saved-search.update.frequency':
        'spawnFrequencyDays is at least 7 or null; omitted keeps the current one',
      'saved-search.update.company-params': 'companyParams takes the company search parameters or null',
      'saved-search.update.output': 'the answer has success, id, name, spawnFrequencyDays and isActive',
      'saved-search.update.free': 'the update is free',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    { 'saved-search.schedule': 'a saved search runs on a schedule of at least 7 days' },
  ),
  ...group(
    { source: 'SHAPES 13' },
    {
      'saved-search.create.kinds': 'combined, companies and profiles searches can be saved',
      'saved-search.create.bounds': 'spawnFrequencyDays is 7..365 and a run takes up to 10,000 entities',
      'saved-search.get': 'getSavedSearch answers the record with next and past runs',
      'saved-search.skip-and-undo': 'the next run can be skipped and the skip undone',
      'saved-search.run.status': 'a run has one of five states',
      'saved-search.run.movement': 'run pages mark rows joined, returned, departed or stayed',
      'saved-search.current': 'current pages answer the members after the last run',
      'saved-search.spawn': 'a run can be spawned by hand',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Audience' },
    {
      'audience.creation-method': 'creationMethod is usually NORMAL',
      'audience.max-companies-and-prospects': 'maxCompanies and maxProspects limit the build',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Audience' },
    {
      'audience.max-prospects-to-enrich': 'maxProspectsToEnrich limits the enrichment',
      'audience.enrichment-type': 'enrichmentType chooses what is enriched',
      'audience.progress-percent': 'progressPercent is 0..100',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Audience' },
    {
      'audience.max-rows-to-export': 'maxRowsToExport limits the export',
      'audience.user-email': 'userEmail has the CSV links mailed to it',
    },
  ),
  ...group(
    { source: 'SPEC States and transitions' },
    {
      'audience.state.set-params': 'setting search parameters is free',
      'audience.state.build': 'building charges 1 per company and 1 per prospect found',
      'audience.state.built': 'a finished build has the status NORMAL',
      'audience.state.archived': 'deleting archives',
      'audience.order': 'operations out of order are refused and free',
    },
  ),
  ...group(
    { source: 'SPEC States and transitions' },
    {
      'audience.state.estimate': 'estimating changes nothing, is free and breaks the cost down',
      'audience.state.enrich': 'enriching charges and answers enrichmentId',
      'audience.state.enriched': 'at 100 percent currentStage is DONE',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Audiences' },
    {
      'audience.create.free': 'creating takes name and creationMethod, answers audienceId and is free',
      'audience.company-filters': 'company filters take industry, location, size, funding and keywords',
      'audience.prospect-filters': 'prospect filters take title, seniority and department',
      'audience.status-free': 'status polling is free, by both paths',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Audiences' },
    {
      'audience.export.quota': 'exports are free and use the export quota',
      'audience.export.csv': 'companies and prospects are exported as CSV',
    },
  ),
  ...group(
    { source: 'SHAPES 11' },
    {
      'exclusion.create': 'company and prospect lists are created with isOrganizationWide',
      'exclusion.add-bounds': 'up to 5,000 entries are added a call',
      'exclusion.read-page': 'entries are read by cursor, pageSize 1..1000, default 25',
      'exclusion.remove': 'entries are removed by domain or URL',
      'exclusion.delete': 'lists are deleted by ids',
      'exclusion.id-spellings': 'the five spellings of the id members are accepted',
      'exclusion.applied': 'searches leave out the members of the lists they name',
    },
  ),
  ...group({ source: 'SHAPES 11' }, { 'exclusion.from-audience': 'lists are created from an audience' }),
  ...group(
    { source: 'SHAPES 15' },
    {
      'job-change.record': 'a list has status of four values and isActive',
      'job-change.add': 'profiles are added; invalid ones are counted and listed',
      'job-change.activate': 'activation starts weekly scans',
      'job-change.movement': 'a movement is one of five kinds with old and new employer',
      'job-change.profiles-page': 'profiles page with latestMovement and allMovements',
      'job-change.delete': 'profiles and lists can be deleted',
    },
  ),
]
