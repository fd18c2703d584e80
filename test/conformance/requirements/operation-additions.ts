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
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'op.find-similar-companies': 'findSimilarCompanies: POST /v1/similar-companies',
      'op.find-similar-people': 'findSimilarPeople: POST /v1/similar-people',
    },
  ),
]
