#!/bin/sh
# Makes the secrets of docker-compose.yml, each a file of ./secrets. A file that is there already is kept, so that it can be run again.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets

# keep NAME: reads the secret from standard input into its file, unless there is one.
keep() {
  if [ -s "secrets/$1" ]; then
    cat > /dev/null
    echo "kept  secrets/$1"
  else
    cat > "secrets/$1"
    echo "made  secrets/$1"
  fi
  # Compose mounts the file as it is: the containers' users must be able to read it. The folder keeps others out.
  chmod 444 "secrets/$1"
}

openssl rand -hex 24 | keep mongodb_password
openssl rand -hex 24 | keep mongodb_app_password
openssl rand -hex 24 | keep mongodb_backup_password
openssl rand -base64 756 | keep mongodb_replica_key
openssl rand -hex 24 | keep redis_password
openssl rand -base64 32 | keep encryption_key
openssl rand -hex 32 | keep webhook_inbound_secret
echo "lbk_$(openssl rand -hex 24)" | keep bootstrap_api_key
# The simulator's; write the secret of your own PSA's OAuth client in its place.
echo leadbridge-simulator-secret | keep psa_client_secret
# For managed servers, write their addresses in place of these three.
app="leadbridge-app:$(cat secrets/mongodb_app_password)@mongodb:27017"
backup="leadbridge-backup:$(cat secrets/mongodb_backup_password)@mongodb:27017"
echo "mongodb://$app/leadbridge?replicaSet=leadbridge&authSource=admin" | keep mongodb_uri
echo "mongodb://$backup/?replicaSet=leadbridge&authSource=admin" | keep mongodb_backup_uri
echo "redis://:$(cat secrets/redis_password)@redis:6379" | keep redis_url
