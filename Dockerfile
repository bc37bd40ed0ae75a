# The node and the commands in an image without anything else. From a clean clone:
#
#   docker build --tag battleship --build-arg VERSION="$(git describe --tags --always)" \
#     --build-arg COMMIT="$(git rev-parse HEAD)" .
#   docker run --rm battleship version --long
#
# The state is in the volume /chain, which belongs to user 65532.

FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY third_party third_party
COPY interchain/go.mod interchain/go.sum interchain/
RUN go mod download
COPY . .
ARG VERSION=unknown
ARG COMMIT=unknown
# The binary is linked statically, so that the image needs no C library.
RUN CGO_LDFLAGS=-static make build TAGS=netgo,osusergo,libsecp256k1_sdk VERSION="$VERSION" COMMIT="$COMMIT"
RUN install -d -o 65532 -g 65532 /image/chain && install -d -m 1777 /image/tmp \
    && install -D -m 0644 /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ca-certificates.crt \
    && install -m 0755 build/battleshipd /image/battleshipd

FROM scratch
COPY --from=build /image /
USER 65532:65532
ENV BATTLESHIPD_HOME=/chain
VOLUME /chain
# P2P, RPC, gRPC, REST
EXPOSE 26656 26657 9090 1317
ENTRYPOINT ["/battleshipd"]
CMD ["start"]
