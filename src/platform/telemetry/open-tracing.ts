import type { Log } from '../../lib/log.ts'
import { useTracing, type SamplerName } from '../../lib/tracing.ts'

/** The standard variables of OpenTelemetry that are followed, as they were given. */
export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined
  OTEL_SDK_DISABLED: boolean
  OTEL_SERVICE_NAME: string
  OTEL_RESOURCE_ATTRIBUTES?: string | undefined
  OTEL_TRACES_SAMPLER: SamplerName
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Reports the spans of this process, where an address is set: else no part of OpenTelemetry is loaded. Answers how to stop. */
export async function openTracing(
  settings: TracingSettings,
  log: Log = () => undefined,
): Promise<() => Promise<void>> {
  const url = tracesUrl(settings)
  if (url === undefined) return async () => {}
  const { reportSpans } = await import('./report-spans.ts')
  const { tracing, close } = reportSpans(settings, { url, log })
  useTracing(tracing)
  return async () => {
    useTracing(undefined)
    await close()
  }
}

/** As the standard has it: an address of traces alone is used as it is, a common one gets their path. */
function tracesUrl(settings: TracingSettings): string | undefined {
  if (settings.OTEL_SDK_DISABLED) return undefined
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = settings
  return own ?? (common === undefined ? undefined : `${common.replace(/\/+$/, '')}/v1/traces`)
}
