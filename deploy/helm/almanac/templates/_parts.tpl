{{- /*
Parts of pods. They use what Go's own templates have, and nothing that Helm adds, so that the tests render them with Go's
engine. Each begins and ends with what its place needs: their lines are indented for the pods of this chart.
*/ -}}

{{- define "almanac.labels" }}
    app.kubernetes.io/name: almanac
    app.kubernetes.io/instance: {{ .Release.Name }}
    app.kubernetes.io/version: {{ printf "%q" .Chart.AppVersion }}
    app.kubernetes.io/managed-by: {{ .Release.Service }}
    helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "almanac.image" }}
          {{- if .Values.image.digest }}
          image: {{ printf "%s@%s" .Values.image.repository .Values.image.digest | printf "%q" }}
          {{- else }}
          image: {{ printf "%s:%s" .Values.image.repository (or .Values.image.tag .Chart.AppVersion) | printf "%q" }}
          {{- end }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "almanac.account" }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      {{- if .Values.image.pullSecrets }}
      imagePullSecrets:
        {{- range .Values.image.pullSecrets }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
{{- end }}

{{- define "almanac.rights" }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
{{- end }}

{{- define "almanac.key" }}
        # The file must be of the account itself and closed to others, as a mounted secret is not.
        - name: key
          {{- template "almanac.image" . }}
          command: [install, -m, '0600', /run/almanac/secret.key, /var/lib/almanac/data/secret.key]
          {{- template "almanac.rights" . }}
          resources:
            requests: { cpu: 10m, memory: 16Mi }
            limits: { memory: 64Mi }
          volumeMounts:
            - { name: data, mountPath: /var/lib/almanac/data }
            - { name: key, mountPath: /run/almanac, readOnly: true }
{{- end }}

{{- define "almanac.settings" }}
          envFrom:
            - secretRef:
                name: {{ .Values.settingsSecret }}
          volumeMounts:
            - { name: data, mountPath: /var/lib/almanac/data }
            - { name: temporary, mountPath: /tmp }
          env:
            {{- range $name, $value := .Values.settings }}
            - name: {{ $name }}
              value: {{ printf "%q" $value }}
            {{- end }}
{{- end }}

{{- define "almanac.resources" }}
          resources:
            requests:
              cpu: {{ printf "%q" .requests.cpu }}
              memory: {{ printf "%q" .requests.memory }}
            limits:
              memory: {{ printf "%q" .limits.memory }}
{{- end }}

{{- define "almanac.volumes" }}
      volumes:
        - name: data
          emptyDir:
            sizeLimit: {{ printf "%q" .Values.dataSize }}
        - name: temporary
          emptyDir:
            sizeLimit: {{ printf "%q" .Values.dataSize }}
        - name: key
          secret:
            secretName: {{ .Values.keySecret }}
            items:
              - { key: secret.key, path: secret.key }
{{- end }}
