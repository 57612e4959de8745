//! The executors of a cluster, and the queries that a lost one affects.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::ExecutorHeartbeat;
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata};
use ballista_scheduler::cluster::{BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::task_manager::JobInfoCache;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

pub(super) type Scheduler = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// Ballista's list of executors. When an executor is lost, cancels the queries that may need its results; their clients
/// run them again.
///
/// Ballista 55 repeats lost tasks of the stages that read files. When it repeats a finished stage, it cancels the tasks that
/// read the results of that stage without freeing their cores, and the query may never end.
pub(super) struct Executors {
    list: Arc<dyn ClusterState>,
    /// Set after the start: the scheduler is created with this list.
    scheduler: OnceLock<Scheduler>,
    /// The number of cores of all executors.
    cores: Arc<AtomicUsize>,
}

impl Executors {
    pub(super) fn new(list: Arc<dyn ClusterState>, cores: Arc<AtomicUsize>) -> Self {
        Self { list, scheduler: OnceLock::new(), cores }
    }

    /// Sets the scheduler whose queries are cancelled.
    pub(super) fn watch(&self, scheduler: &Scheduler) {
        let _ = self.scheduler.set(scheduler.clone());
    }

    async fn cancel_queries_with_results(&self) -> Result<()> {
        let Some(scheduler) = self.scheduler.get() else { return Ok(()) };
        for (id, job) in scheduler.state.task_manager.get_running_job_cache().iter() {
            if job.execution_graph.read().await.completed_stages() > 0 {
                scheduler.cancel_job(id.clone()).await?;
            }
        }
        Ok(())
    }

    async fn count_cores(&self) {
        let executors = self.list.registered_executor_metadata().await;
        let cores = executors.iter().map(|executor| executor.specification.vcores as usize).sum();
        self.cores.store(cores, Ordering::Relaxed);
    }
}

#[async_trait]
impl ClusterState for Executors {
    async fn init(&self) -> Result<()> {
        self.list.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: Arc<HashMap<JobId, JobInfoCache>>,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        self.list.bind_schedulable_tasks(distribution, active_jobs, executors).await
    }

    async fn unbind_tasks(&self, executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        self.list.unbind_tasks(executor_slots).await
    }

    async fn register_executor(&self, metadata: ExecutorMetadata, spec: ExecutorData) -> Result<()> {
        self.list.register_executor(metadata, spec).await?;
        self.count_cores().await;
        Ok(())
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.list.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.list.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.list.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.list.save_executor_heartbeat(heartbeat).await
    }

    /// Cancels queries first: the scheduler handles the loss after this call.
    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        self.cancel_queries_with_results().await?;
        self.list.remove_executor(executor_id).await?;
        self.count_cores().await;
        Ok(())
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.list.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.list.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.list.cluster_state_events().await
    }
}
