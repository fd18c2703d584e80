import { group } from './entry.ts'

/** Operations beyond the index of the specification, written like its rows. */
export const operationAdditions = [
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.health-check': 'healthCheck: GET /health',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.explain-search': 'explainSearch: POST /v1/search/explain',
      'op.search-facets': 'searchFacets: POST /v1/search/facets',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.get-ledger': 'getLedger: GET /v1/ledger',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.upload-mosaic-csv': 'uploadMosaicCsv: PUT /v1/mosaic/upload',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.get-audience': 'getAudience: GET /v1/audiences/{audienceId}',
      'op.clone-audience': 'cloneAudience: POST /v1/audiences/{audienceId}/clone',
      'op.merge-audiences': 'mergeAudiences: POST /v1/audiences/merge',
      'op.create-audience-from-list': 'createAudienceFromList: POST /v1/audiences/create-from-list',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.get-export': 'getExport: GET /v1/exports/{exportId}',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.get-metrics': 'getMetrics: GET /metrics',
      'op.get-status': 'getStatus: GET /status',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.update-tracker-person-list': 'updateTrackerPersonList: PATCH /v1/tracker/person-lists/{listId}',
      'op.backtest-tracker-rule': 'backtestTrackerRule: POST /v1/tracker/rules/backtest',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.list-events': 'listEvents: GET /v1/events',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.create-webhook-endpoint': 'createWebhookEndpoint: POST /v1/webhooks/endpoints',
      'op.list-webhook-endpoints': 'listWebhookEndpoints: GET /v1/webhooks/endpoints',
      'op.get-webhook-endpoint': 'getWebhookEndpoint: GET /v1/webhooks/endpoints/{endpointId}',
      'op.update-webhook-endpoint': 'updateWebhookEndpoint: PATCH /v1/webhooks/endpoints/{endpointId}',
      'op.delete-webhook-endpoint': 'deleteWebhookEndpoint: DELETE /v1/webhooks/endpoints/{endpointId}',
      'op.rotate-webhook-endpoint-secret':
        'rotateWebhookEndpointSecret: POST /v1/webhooks/endpoints/{endpointId}/rotate-secret',
      'op.send-test-webhook-event': 'sendTestWebhookEvent: POST /v1/webhooks/endpoints/{endpointId}/test',
      'op.list-webhook-event-types': 'listWebhookEventTypes: GET /v1/webhooks/event-types',
      'op.list-webhook-deliveries':
        'listWebhookDeliveries: GET /v1/webhooks/endpoints/{endpointId}/deliveries',
      'op.replay-webhook-deliveries': 'replayWebhookDeliveries: POST /v1/webhooks/deliveries/replay',
      'op-group.webhook-endpoints': 'endpoints can be created, listed, updated, deleted and rotated',
      'op-group.webhook-deliveries': 'deliveries can be tested, listed and replayed under /v1/webhooks/',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.suppress-data-subject': 'suppressDataSubject: POST /v1/privacy/suppressions',
      'op.list-suppressions': 'listSuppressions: GET /v1/privacy/suppressions',
      'op.export-data-subject': 'exportDataSubject: POST /v1/privacy/export',
      'op-group.privacy': 'a data subject can be suppressed, listed and exported under /v1/privacy/',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.get-entity-history': 'getEntityHistory: POST /v1/entity-history',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.upload-enrich-list': 'uploadEnrichList: POST /v1/enrich/upload',
      'op.start-enrich-list': 'startEnrichList: POST /v1/enrich/start',
      'op.poll-enrich-list': 'pollEnrichList: POST /v1/enrich/poll',
      'op.get-company': 'getCompany: GET /v1/companies/{companyId}',
      'op.get-person': 'getPerson: GET /v1/people/{personId}',
      'op.list-mosaic-runs': 'listMosaicRuns: GET /v1/mosaic/runs',
      'op.cancel-mosaic': 'cancelMosaic: POST /v1/mosaic/cancel',
      'op.list-enrich-runs': 'listEnrichRuns: GET /v1/enrich/runs',
      'op.list-enrich-rows': 'listEnrichRows: POST /v1/enrich/rows',
      'op.get-enrich-candidates': 'getEnrichCandidates: POST /v1/enrich/candidates',
      'op.decide-enrich-row': 'decideEnrichRow: POST /v1/enrich/decide',
      'op.undo-enrich-decision': 'undoEnrichDecision: POST /v1/enrich/undo-decision',
      'op.cancel-enrich-list': 'cancelEnrichList: POST /v1/enrich/cancel',
      'op.download-enrich-list': 'downloadEnrichList: POST /v1/enrich/download',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.find-similar-companies': 'findSimilarCompanies: POST /v1/similar-companies',
      'op.find-similar-people': 'findSimilarPeople: POST /v1/similar-people',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.get-data-sources': 'getDataSources: GET /v1/data-sources',
      'op.list-datasets': 'listDatasets: GET /v1/datasets',
      'op.add-dataset': 'addDataset: POST /v1/datasets/add',
      'op.update-dataset': 'updateDataset: POST /v1/datasets/update',
      'op.remove-dataset': 'removeDataset: POST /v1/datasets/remove',
      'op.check-dataset': 'checkDataset: POST /v1/datasets/check',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.get-organization': 'getOrganization: GET /v1/organization',
      'op.update-organization': 'updateOrganization: PATCH /v1/organization',
      'op.list-members': 'listMembers: GET /v1/organization/members',
      'op.invite-member': 'inviteMember: POST /v1/organization/invitations',
      'op.list-invitations': 'listInvitations: GET /v1/organization/invitations',
      'op.withdraw-invitation': 'withdrawInvitation: DELETE /v1/organization/invitations/{invitationId}',
      'op.update-member': 'updateMember: PATCH /v1/organization/members/{memberId}',
      'op.remove-member': 'removeMember: DELETE /v1/organization/members/{memberId}',
      'op.list-sessions': 'listSessions: GET /v1/organization/sessions',
      'op.end-session': 'endSession: DELETE /v1/organization/sessions/{sessionId}',
      'op.end-sessions': 'endSessions: DELETE /v1/organization/sessions',
      'op.list-audit-entries': 'listAuditEntries: GET /v1/organization/audit',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.add-subscription':
        'addSubscription: POST /operator/v1/organizations/{organizationId}/subscriptions',
      'op.change-organization-key': 'changeOrganizationKey: PATCH /operator/v1/keys/{keyId}',
      'op.change-organization': 'changeOrganization: PATCH /operator/v1/organizations/{organizationId}',
      'op.change-subscription':
        'changeSubscription: PATCH /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}',
      'op.clear-organization-limit':
        'clearOrganizationLimit: DELETE /operator/v1/organizations/{organizationId}/limits/{operation}',
      'op.clear-organization-price':
        'clearOrganizationPrice: DELETE /operator/v1/organizations/{organizationId}/prices/{unit}',
      'op.create-organization-key':
        'createOrganizationKey: POST /operator/v1/organizations/{organizationId}/keys',
      'op.create-organization': 'createOrganization: POST /operator/v1/organizations',
      'op.get-organization-account':
        'getOrganizationAccount: GET /operator/v1/organizations/{organizationId}',
      'op.list-organization-keys':
        'listOrganizationKeys: GET /operator/v1/organizations/{organizationId}/keys',
      'op.list-organization-limits':
        'listOrganizationLimits: GET /operator/v1/organizations/{organizationId}/limits',
      'op.list-organization-prices':
        'listOrganizationPrices: GET /operator/v1/organizations/{organizationId}/prices',
      'op.list-organizations': 'listOrganizations: GET /operator/v1/organizations',
      'op.list-subscriptions':
        'listSubscriptions: GET /operator/v1/organizations/{organizationId}/subscriptions',
      'op.move-credits': 'moveCredits: POST /operator/v1/organizations/{organizationId}/credits',
      'op.pause-subscription':
        'pauseSubscription: POST /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}/pause',
      'op.reset-subscription':
        'resetSubscription: POST /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}/reset',
      'op.revoke-organization-key': 'revokeOrganizationKey: POST /operator/v1/keys/{keyId}/revoke',
      'op.rotate-organization-key': 'rotateOrganizationKey: POST /operator/v1/keys/{keyId}/rotate',
      'op.set-organization-limit':
        'setOrganizationLimit: PUT /operator/v1/organizations/{organizationId}/limits/{operation}',
      'op.set-organization-price':
        'setOrganizationPrice: PUT /operator/v1/organizations/{organizationId}/prices/{unit}',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.cancel-import': 'cancelImport: POST /operator/v1/imports/{importId}/cancel',
      'op.correct-import-rejects':
        'correctImportRejects: POST /operator/v1/imports/{importId}/rejects/correct',
      'op.get-import': 'getImport: GET /operator/v1/imports/{importId}',
      'op.list-import-rejects': 'listImportRejects: GET /operator/v1/imports/{importId}/rejects',
      'op.list-imports': 'listImports: GET /operator/v1/imports',
      'op.pause-import': 'pauseImport: POST /operator/v1/imports/{importId}/pause',
      'op.preview-import': 'previewImport: POST /operator/v1/imports/{importId}/preview',
      'op.start-import': 'startImport: POST /operator/v1/imports/{importId}/start',
      'op.upload-import': 'uploadImport: POST /operator/v1/imports',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.cancel-job': 'cancelJob: POST /operator/v1/jobs/{jobId}/cancel',
      'op.get-corpus-figures': 'getCorpusFigures: GET /operator/v1/corpus',
      'op.get-job-queues': 'getJobQueues: GET /operator/v1/jobs/queues',
      'op.get-member-fill': 'getMemberFill: GET /operator/v1/corpus/{kind}/members',
      'op.get-operator-task': 'getOperatorTask: GET /operator/v1/tasks/{taskId}',
      'op.get-settings': 'getSettings: GET /operator/v1/settings',
      'op.list-backups': 'listBackups: GET /operator/v1/backups',
      'op.list-jobs': 'listJobs: GET /operator/v1/jobs',
      'op.list-operator-tasks': 'listOperatorTasks: GET /operator/v1/tasks',
      'op.list-source-kinds': 'listSourceKinds: GET /operator/v1/sources/kinds',
      'op.list-sources': 'listSources: GET /operator/v1/sources',
      'op.requeue-job': 'requeueJob: POST /operator/v1/jobs/{jobId}/requeue',
      'op.start-operator-task': 'startOperatorTask: POST /operator/v1/tasks',
      'op.probe-sources': 'probeSources: POST /operator/v1/sources/probe',
      'op.add-source': 'addSource: POST /operator/v1/sources',
      'op.order-sources': 'orderSources: POST /operator/v1/sources/order',
      'op.pause-source': 'pauseSource: POST /operator/v1/sources/{sourceName}/pause',
      'op.remove-source': 'removeSource: DELETE /operator/v1/sources/{sourceName}',
      'op.resume-source': 'resumeSource: POST /operator/v1/sources/{sourceName}/resume',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.explain-entity': 'explainEntity: GET /operator/v1/identity/explain',
      'op.list-merges': 'listMerges: GET /operator/v1/identity/merges',
      'op.merge-entities': 'mergeEntities: POST /operator/v1/identity/merge',
      'op.split-merge': 'splitMerge: POST /operator/v1/identity/split',
    },
  ),
  ...group(
    { source: 'SHAPES 20' },
    {
      'op.create-api-key': 'createApiKey: POST /v1/api-keys/create',
      'op.update-api-key': 'updateApiKey: POST /v1/api-keys/update',
      'op.rotate-api-key': 'rotateApiKey: POST /v1/api-keys/rotate',
      'op.get-usage': 'getUsage: GET /v1/usage',
      'op.list-tracker-companies': 'listTrackerCompanies: GET /v1/tracker/company-lists/{listId}/companies',
      'op.list-tracker-people': 'listTrackerPeople: GET /v1/tracker/person-lists/{listId}/people',
      'op.get-api-request': 'getApiRequest: GET /v1/api-requests/{requestId}',
      'op.delete-saved-search': 'deleteSavedSearch: POST /v1/saved-search/delete',
      'op.list-all-webhook-deliveries': 'listAllWebhookDeliveries: GET /v1/webhooks/deliveries',
      'op.rename-audience': 'renameAudience: PATCH /v1/audiences/{audienceId}',
      'op.add-audience-companies': 'addAudienceCompanies: PUT /v1/audiences/{audienceId}/companies',
      'op.add-audience-prospects': 'addAudienceProspects: PUT /v1/audiences/{audienceId}/prospects',
      'op.remove-audience-companies': 'removeAudienceCompanies: DELETE /v1/audiences/{audienceId}/companies',
      'op.remove-audience-prospects': 'removeAudienceProspects: DELETE /v1/audiences/{audienceId}/prospects',
      'op.export-company-search': 'exportCompanySearch: POST /v1/exports/search/companies',
      'op.export-people-search': 'exportPeopleSearch: POST /v1/exports/search/people',
      'op.export-job-search': 'exportJobSearch: POST /v1/exports/search/jobs',
      'op.export-list-companies': 'exportListCompanies: POST /v1/exports/list/companies',
      'op.export-list-people': 'exportListPeople: POST /v1/exports/list/people',
      'op.forecast-saved-search': 'forecastSavedSearch: POST /v1/saved-search/forecast',
      'op.list-exports': 'listExports: GET /v1/exports',
      'op.suggest': 'suggest: POST /v1/search/suggest',
      'op.search-map': 'searchMap: POST /v1/search/map',
      'op.preview-search': 'previewSearch: POST /v1/search/preview',
      'op.list-all-tracker-signals': 'listAllTrackerSignals: GET /v1/tracker/signals',
      'op.create-budget-alert': 'createBudgetAlert: POST /v1/budget-alerts',
      'op.list-budget-alerts': 'listBudgetAlerts: GET /v1/budget-alerts',
      'op.delete-budget-alert': 'deleteBudgetAlert: DELETE /v1/budget-alerts/{budgetAlertId}',
      'op.list-statements': 'listStatements: GET /v1/statements',
    },
  ),
]
