//! An optimizer rule: functions are computed after filters.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::projection::update_expr;
use datafusion::physical_expr::utils::collect_columns;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::filter::{FilterExec, FilterExecBuilder};
use datafusion::physical_plan::projection::ProjectionExec;

/// Computes the columns of a projection after a filter that does not need them.
///
/// DataFusion's `ProjectionPushdown` moves a projection below a filter if it has fewer columns than its input, whatever they
/// cost: `SELECT White, pins(moves) ... WHERE White = 'Anna'` would replay all games, and fail on a damaged one of others.
#[derive(Debug)]
pub(super) struct LateFunctions;

impl PhysicalOptimizerRule for LateFunctions {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(|node| match swapped(&node)? {
            Some(swapped) => Ok(Transformed::yes(swapped)),
            None => Ok(Transformed::no(node)),
        })
        .data()
    }

    fn name(&self) -> &str {
        "LateFunctions"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// Returns a filter over a projection as a projection over the filter; `None` for another plan.
fn swapped(node: &Arc<dyn ExecutionPlan>) -> Result<Option<Arc<dyn ExecutionPlan>>> {
    let filter = node.downcast_ref::<FilterExec>().filter(|filter| filter.projection().is_none());
    let projection = filter.and_then(|filter| filter.input().downcast_ref::<ProjectionExec>());
    let (Some(filter), Some(projection)) = (filter, projection) else {
        return Ok(None);
    };
    let computed = projection.expr();
    let is_column =
        |index: usize| computed.get(index).is_some_and(|made| made.expr.downcast_ref::<Column>().is_some());
    let needs_columns_only =
        collect_columns(filter.predicate()).iter().all(|column| is_column(column.index()));
    if !needs_columns_only || (0..computed.len()).all(is_column) {
        return Ok(None);
    }
    let Some(predicate) = update_expr(filter.predicate(), computed, true)? else {
        return Ok(None);
    };
    let input = Arc::clone(projection.input());
    let filter = FilterExecBuilder::from(filter).with_input(input).with_predicate(predicate).build()?;
    Ok(Some(Arc::new(ProjectionExec::try_new(computed.to_vec(), Arc::new(filter))?)))
}
