# The dashboard in a container: `docker compose up`. The wheel is built in the first stage; the second
# has it, what requirements.lock names with its hashes, and a user who may write to /data only.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
RUN useradd --uid 10001 --create-home hakaru \
    && install --directory --owner=hakaru --group=hakaru --mode=700 /data
COPY requirements.lock /tmp/requirements.lock
RUN pip install --no-cache-dir --no-deps --require-hashes -r /tmp/requirements.lock
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-deps /wheels/*.whl
ENV HAKARU_DATA=/data HAKARU_LANG=en PYTHONUNBUFFERED=1
USER hakaru
WORKDIR /home/hakaru
VOLUME ["/data"]
EXPOSE 8739
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-m", "hakaru.surfaces.web.health", "8739"]
ENTRYPOINT ["hakaru"]
CMD ["serve", "--listen", "0.0.0.0", "--show-token"]
