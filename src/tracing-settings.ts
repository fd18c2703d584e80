import { z } from 'zod'
import { samplerNames } from './lib/tracing.ts'
import { url } from './setting-forms.ts'

/** The standard variables of OpenTelemetry that are followed. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/).describe(
    'Address of an OpenTelemetry collector that takes traces over HTTP, http://127.0.0.1:4318; unset reports none.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/).describe('The same with its path, for traces alone.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers that the collector asks for, name=value separated by commas.'),
  OTEL_SDK_DISABLED: z.stringbool().default(false).describe('Report no traces, whatever else is set.'),
  OTEL_SERVICE_NAME: z.string().min(1).default('almanac').describe('Name of this service in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe('What else traces say of this service, name=value separated by commas.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames)
    .default('parentbased_always_on')
    .describe('Which traces are reported; the names are those of OpenTelemetry.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that the samplers with traceidratio report.'),
}
