# The network.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
  backend "s3" {
    bucket = "state"
  }
}

provider "aws" {
  region = var.region
  alias  = "west"
}

/* Where it runs. */
variable "region" {
  type        = string
  description = "The region {not a block}"
  default     = "eu-west-1"
  validation {
    condition     = length(var.region) > 4
    error_message = "Too short: ${var.region}."
  }
}
variable "subnets" {
  type = map(object({ cidr = string, public = optional(bool, false) }))
}

locals {
  # All resources bear it.
  name = "${var.project}-${terraform.workspace}"
  tags = merge(var.tags, { Name = local.name })
  zones = [for zone in data.aws_availability_zones.all.names : upper(zone) if zone != ""]
}

data "aws_availability_zones" "all" {
  state = "available"
}

data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

// The network itself.
resource "aws_vpc" "this" {
  count      = var.create ? 1 : 0
  cidr_block = "10.0.0.0/16"
  tags       = local.tags

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_subnet" "private" {
  for_each          = var.subnets
  vpc_id            = aws_vpc.this[0].id
  availability_zone = element(local.zones, index(keys(var.subnets), each.key))
  depends_on        = [aws_vpc.this, module.gateway]

  dynamic "timeouts" {
    for_each = each.value.public ? [1] : []
    content {
      create = "5m"
    }
  }

  user_data = <<-EOT
    #!/bin/bash
    resource "fake" "one" {}
    echo ${aws_vpc.this[0].arn}
  EOT
}

module "gateway" {
  source  = "./modules/gateway"
  vpc_id  = try(aws_vpc.this[0].id, null)
  subnets = [for subnet in aws_subnet.private : subnet.id]
  providers = {
    aws = aws.west
  }
}

module "registry" {
  source  = "terraform-aws-modules/ecr/aws"
  version = "1.0"
}

output "vpc_id" {
  description = "The network's id."
  value       = aws_vpc.this[0].id
  sensitive   = false
}

moved {
  from = aws_vpc.old
  to   = aws_vpc.this
}

check "health" {
  assert {
    condition     = data.aws_availability_zones.all.state == "available"
    error_message = "No zones."
  }
}
